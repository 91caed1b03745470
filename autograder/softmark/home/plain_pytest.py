"""Makes plain `pytest` work in the students' folder: the same checks as `python check.py`, with failures in a few words
instead of our tracebacks."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..checks.compare import Mismatch
from ..checks.errors import StudentFailure
from ..checks.fixtures import Finding, check_name, item_id
from ..checks.module_names import in_python, module_of
from ..core import recording
from ..core.assignment import Task
from ..core.bench import Sides
from ..core.name import name_of
from ..core.program import Local
from ..core.tape import Tape
from ..render.words.task import typed
from ..running import pytest_collection
from ..running.collect import Check, Checks
from ..running.execute import Executor
from ..running.lean_torch import leave_out_compiler
from ..running.pytest_collection import FINDING, TAKING_PART, CheckPlugin
from . import choose, folder
from .choose import TESTS
from .own_files import PROBES, OwnFiles
from .told import Teller

NOT_THE_CODE = ("not written", "rule", "not loaded")
"""Kinds of failures that no known mistake explains."""


class FailureSentence:
    """A failure as pytest prints it: a few lines, and what is wrong once more in the summary."""

    def __init__(self, lines: list[str], wrong: str, path: str) -> None:
        self.lines = [*lines, f"  result  {wrong}"]
        self.reprcrash = type("Crash", (), {"message": wrong, "path": path, "lineno": 0})()

    def toterminal(self, writer: Any) -> None:
        for line in self.lines:
            writer.line(line)

    def __str__(self) -> str:
        return "\n".join(self.lines)


class HomePlugin:
    """Loads the student's files once, and says failures in words."""

    def __init__(self, work: Path) -> None:
        """`work` is the folder with the student's files."""
        self.folder, self.assignment = work, choose.read(work)
        self.checks: dict[Any, Check] = {}
        """Pytest's own item → the check."""
        self.tapes: dict[str, Tape] = {}
        self.all: dict[str, set[str]] = {}
        """Task → all of its checks, also those that were not asked for."""

    @pytest.hookimpl(trylast=True)
    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """`pytest -k 1.2` runs the checks of task 1.2."""
        if task := item_id(item):
            item.extra_keyword_matches.add(task)
            self.all.setdefault(task, set()).add(check_name(item))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if self.assignment.framework == "torch":
            import torch  # noqa: F401 (the recorded reference holds tensors)

            leave_out_compiler()
        sys.path.append(str(self.folder))
        advice = folder.how_to_get_files_back(self.folder, self.assignment)
        try:
            self.numbers = choose.ours(self.folder / TESTS / "recorded.safetensors", recording.read, advice)
        except choose.BadInput as error:
            raise pytest.UsageError(str(error)) from None
        files = OwnFiles(self.folder, self.assignment)
        files.load_all()
        executor = Executor(files.modules, files.failures, files.names)
        program = Local(executor, fence=files.fence, forbidden=self.assignment.forbidden)
        own = {module_of(name): in_python(module_of(name)) for name in (*self.assignment.files, *self.assignment.given)}
        self.teller = Teller(files.modules, {**own, PROBES: f"{TESTS}.{PROBES}"}, advice)
        ours = filter(item_id, session.items)  # the others are tests of somebody's own, or of the handout's thread
        self.together = Checks(pytest_collection.found(ours), pytest_collection.run)
        self.checks = {check.node: check for check in self.together}
        self.sides = session.config.stash[TAKING_PART] = Sides(
            program, self.numbers, self.assignment, self.together.task_of, program
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
        """A check that fails on a batch is made once more, one at a time, where the code was written so."""
        if pyfuncitem not in self.checks:
            return (yield)
        try:
            return (yield)
        except (StudentFailure, Mismatch):
            check = self.checks[pyfuncitem]
            finding = self.together.run(check, self.sides) if check.alone else Finding(check.name)
            if finding.passed is None:
                raise
        pyfuncitem.stash[FINDING] = finding
        if finding.passed is False:
            raise Mismatch(finding.category, finding.public, finding.safe)
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        if item not in self.checks:
            return report
        error = call.excinfo.value if call.excinfo else None
        check, finding = self.checks[item], item.stash[FINDING]
        if call.when == "call":
            self.tapes[check.name] = Tape.of(check, finding)
        if isinstance(error, StudentFailure | Mismatch) or (error is not None and finding.passed is None):
            told = self.teller.of(finding)
            lines = [f"task {check.item}: {check.title}"]
            called = typed(told)
            lines += [f"  {'called' if line == called[0] else '':<6}  {line}" for line in called]
            lines += [f"  graded  “{check.sentence}”"] if "fault" not in told else []
            report.longrepr = FailureSentence(lines, told.get("fault") or finding.public, str(item.path))
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for sentence in folder.overlooked(self.folder, self.assignment).values():
            terminalreporter.write_line(sentence)
        if terminalreporter.stats.get("failed"):
            for line in self._help():
                terminalreporter.write_line(line)
            terminalreporter.write_line("`python check.py` shows the same as a table, and more of what it knows.")

    def _help(self) -> Iterator[str]:
        """The known mistakes of tasks below which nothing is wrong."""
        for task in self.assignment.tasks:
            root = self._is_wrong(task) and not any(map(self._is_wrong, self.assignment.below(task)))
            if root and (known := name_of(self._whole(task), self.numbers.mistakes)):
                yield f"task {task.id}  mistake  {known.says} ({known.name})"
                yield f"task {task.id}  hint     {known.hint}"

    def _is_wrong(self, task: Task) -> bool:
        return any(tape.passed is False and tape.kind not in NOT_THE_CODE for tape in self._of(task))

    def _of(self, task: Task) -> list[Tape]:
        return [tape for tape in self.tapes.values() if tape.check.item == task.id]

    def _whole(self, task: Task) -> list[Tape]:
        """Nothing where only a part of its checks was run, which may fit another mistake."""
        ran = self.all.get(task.id, set()) <= self.tapes.keys()
        tapes = self._of(task) if ran else []
        first = next((tape.check.family for tape in tapes if not tape.passed), "")
        return [tape for tape in tapes if tape.passed or tape.check.family == first]


def register(config: pytest.Config, work: Path) -> None:
    """For the conftest.py of the public tests."""
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin(work))
    except choose.BadInput as error:
        raise pytest.UsageError(str(error)) from None
