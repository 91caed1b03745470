"""Makes plain `pytest` work in the students' folder: the same checks as `python check.py`, with failures in a few words
instead of our tracebacks."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ..checks.compare import Mismatch
from ..checks.errors import StudentFailure
from ..checks.fixtures import Finding
from ..checks.marks import task_of
from ..core import recording
from ..core.bench import Bench, Sides
from ..core.grade import told_of
from ..core.tape import Tape
from ..render.words.task import typed
from ..running import pytest_collection
from ..running.collect import Check, Checks
from ..running.lean_torch import leave_out_compiler
from ..running.pytest_collection import FINDING, TAKING_PART, CheckPlugin
from . import choose, folder
from .choose import TESTS
from .own_files import OwnFiles
from .told import Teller


class FailureSentence:
    """A failure as pytest prints it: a few lines, and what is wrong once more in the summary."""

    def __init__(self, lines: list[str], wrong: str, path: str) -> None:
        self._text = "\n".join([*lines, f"  result  {wrong}"])
        self.reprcrash = SimpleNamespace(message=wrong, path=path, lineno=0)

    def toterminal(self, writer: Any) -> None:
        writer.line(self._text)

    def __str__(self) -> str:
        return self._text


class HomePlugin:
    """Loads the student's files once, and says failures in words."""

    def __init__(self, work: Path) -> None:
        """`work` is the folder with the student's files."""
        self.folder, self.assignment = work, choose.read(work)
        self.checks: dict[Any, Check] = {}
        """Pytest's own item → the check."""
        self.tapes: dict[str, list[Tape]] = {}
        """Class of checks → what came of it."""

    @pytest.hookimpl(trylast=True)
    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """`pytest -k 1.2` runs the checks of task 1.2."""
        if task := _task_of(item):
            item.extra_keyword_matches.add(task)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if self.assignment.framework == "torch":
            import torch  # noqa: F401 (the recorded reference holds tensors)

            leave_out_compiler()
        advice = folder.how_to_get_files_back(self.folder, self.assignment)
        try:
            numbers = choose.ours(self.folder / TESTS / "recorded.safetensors", recording.read, advice)
        except choose.BadInput as error:
            raise pytest.UsageError(str(error)) from None
        files = OwnFiles(self.folder, self.assignment)
        files.load_all()
        self.teller = Teller(files, advice)
        ours = filter(_task_of, session.items)  # the others are tests of somebody's own
        together = Checks(pytest_collection.found(ours), pytest_collection.run)
        self.checks = {check.node: check for check in together if not check.is_everyday}
        self.program = files.program()
        self.bench = Bench(self.assignment, together, numbers, self.program)
        session.config.stash[TAKING_PART] = Sides(
            self.program, numbers, self.assignment, together.task_of, self.program
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        """None where pytest itself makes the check: one that fails is made once more there, where `--pdb` can look at
        it. What `check.py` spares is skipped, and what it asks one at a time has failed."""
        check = self.checks.get(pyfuncitem)
        if check is None or check.direct is None:
            return None
        tapes = self._tapes(check)
        tape = next(tape for tape in tapes if tape.check is check)
        everyday = next((tape for tape in told_of(tapes) if tape.check.is_everyday), None)
        if not tape.told_of:
            if everyday is None:
                pytest.skip("is checked as soon as an everyday call is right")
            tape = everyday  # which alone says what is wrong
        pyfuncitem.stash[FINDING] = tape.finding or Finding(check.name)
        if tape.passed is False and (tape.alone or tape is everyday):
            assert tape.finding is not None
            raise Mismatch(tape.kind, tape.says, tape.finding.safe)
        return tape.passed or None

    def _tapes(self, check: Check) -> list[Tape]:
        """Checks are made a class at a time."""
        if check.family not in self.tapes:
            family = [each for each in self.bench.checks.of(check.item) if each.family == check.family]
            self.tapes[check.family] = self.bench.run(family, self.program)
        return self.tapes[check.family]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        if item not in self.checks or report.skipped:
            return report
        error = call.excinfo.value if call.excinfo else None
        check, finding = self.checks[item], item.stash[FINDING]
        if isinstance(error, StudentFailure | Mismatch) or (error is not None and finding.passed is None):
            told = self.teller.of(finding)
            lines = [f"task {check.item}: {check.title}"]
            lines += [f"  {'' if place else 'called':<6}  {line}" for place, line in enumerate(typed(told))]
            report.longrepr = FailureSentence(lines, told.get("fault") or finding.public, str(item.path))
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for sentence in folder.overlooked(self.folder, self.assignment).values():
            terminalreporter.write_line(sentence)
        if terminalreporter.stats.get("failed"):
            terminalreporter.write_line(
                "`python check.py` names known mistakes, with a hint, and shows what to do next."
            )


def _task_of(item: pytest.Item) -> str | None:
    return task_of(item.obj) if isinstance(item, pytest.Function) else None


def register(config: pytest.Config, work: Path) -> None:
    """For the conftest.py of the public tests."""
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin(work))
    except choose.BadInput as error:
        raise pytest.UsageError(str(error)) from None
