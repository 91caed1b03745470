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
from ..checks.fixtures import Finding, item_id
from ..core import recording
from ..core.bench import Sides
from ..render.words.task import typed
from ..running import pytest_collection
from ..running.collect import Check, Checks
from ..running.pytest_collection import FINDING, TAKING_PART, CheckPlugin
from . import choose
from .folder import look
from .own_files import OwnFiles
from .told import Teller


class HomePlugin:
    """Loads the student's files once, and says failures in words."""

    def __init__(self, work: Path) -> None:
        """`work` is the folder with the student's files."""
        self.folder, self.assignment = work, choose.read(work)
        self.checks: dict[Any, Check] = {}
        """Pytest's own item → the check."""

    @pytest.hookimpl(trylast=True)
    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """`pytest -k 1.2` runs the checks of task 1.2."""
        if task := item_id(item):
            item.extra_keyword_matches.add(task)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        try:
            choose.bring_in_framework(self.assignment.framework)  # the recorded reference holds tensors
            numbers = choose.ours(self.folder, "recorded.safetensors", recording.read)
        except choose.BadInput as error:
            raise pytest.UsageError(str(error)) from None
        files = OwnFiles(self.folder, self.assignment, look(self.folder, self.assignment, ()).files)
        self.teller = Teller(files)
        ours = filter(item_id, session.items)  # the others are tests of somebody's own, or of the handout's thread
        self.together = Checks(pytest_collection.found(ours), pytest_collection.run)
        self.checks = {check.node: check for check in self.together}
        program = files.program()
        self.sides = session.config.stash[TAKING_PART] = Sides(
            program, numbers, self.assignment, self.together.task_of, program
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
        if isinstance(error, StudentFailure | Mismatch) or (error is not None and finding.passed is None):
            told = self.teller.of(finding)
            lines = [f"task {check.item}: {check.title}"]
            lines += [f"  {'' if place else 'called':<6}  {line}" for place, line in enumerate(typed(told))]
            lines += [f"  graded  “{check.sentence}”"] if "fault" not in told else []
            wrong = told.get("fault") or finding.public
            text = "\n".join([*lines, f"  result  {wrong}"])
            in_summary = SimpleNamespace(message=wrong, path=str(item.path), lineno=0)
            report.longrepr = SimpleNamespace(toterminal=lambda writer: writer.line(text), reprcrash=in_summary)
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if terminalreporter.stats.get("failed"):
            terminalreporter.write_line(
                "`python check.py` names known mistakes, with a hint, and shows what to do next."
            )


def register(config: pytest.Config, work: Path) -> None:
    """For the conftest.py of the public tests."""
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin(work))
    except choose.BadInput as error:
        raise pytest.UsageError(str(error)) from None
