"""Makes plain `pytest` work in the students' folder: the same checks as `python check.py`, with failures in a few words
instead of our tracebacks."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from ..checks.compare import Mismatch
from ..checks.errors import StudentFailure
from ..checks.fixtures import Finding, item_id, rests_on, title
from ..running import pytest_collection
from ..running.collect import Checks, trace
from ..running.lean_torch import leave_out_compiler
from ..running.pytest_collection import FINDING, TAKING_PART, CheckPlugin
from . import app, folder, tasks
from .runner import Facts
from .session import looks_like, says
from .sides import HomeParticipants, World, read_recording
from .verdict import Verdict


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
        self.assignment = tasks.read(work)
        self.texts = folder.sources(self.assignment.folder, self.assignment.files)
        reading = app.reading_of(self.assignment, self.texts)
        self.broken = app.broken_rules(self.assignment, reading)
        self.assignment = app.following_calls(self.assignment, reading)
        self.sides: HomeParticipants | None = None
        self.found: dict[str, dict[str, Finding]] = {}
        """task → check → what came of it"""
        self.by_pattern: set[str] = set()
        self.inside: set[str] = set()
        """Checks that stand on another function of their own task."""
        self.checks: dict[str, Checks] = {}
        """By class: its checks, for code that was written for one thing at a time."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if self.assignment.framework == "torch":
            import torch  # noqa: F401 (the recorded reference holds tensors)

            leave_out_compiler()
        sys.path.append(str(self.assignment.folder))
        world = World(self.assignment.folder, self.assignment)
        world.load_all()
        try:
            self.recording = read_recording(self.assignment)
        except tasks.BadInput as error:
            raise pytest.UsageError(str(error)) from None
        self.sides = HomeParticipants(world, self.recording)
        session.config.stash[TAKING_PART] = self.sides

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        for sentence in self.broken.get(item_id(item) or "", ()):
            raise Mismatch("rule", sentence, sentence)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
        """A check that fails on a batch is made once more, one at a time, where the code was written so."""
        try:
            return (yield)
        except (StudentFailure, Mismatch):
            finding = self._in_its_form(pyfuncitem)
            if finding is None:
                raise
        pyfuncitem.stash[FINDING] = finding
        if finding.passed is False:
            raise Mismatch(finding.category, finding.public, finding.safe)
        return True

    def _in_its_form(self, item: pytest.Item) -> Finding | None:
        if self.sides is None or item.get_closest_marker("one_at_a_time") is None:
            return None
        family = [node for node in item.session.items if node.parent is item.parent]
        together = Checks(pytest_collection.found(family), pytest_collection.run)
        checks = self.checks.setdefault(item.parent.nodeid if item.parent else "", together)
        finding = checks.run(next(check for check in checks if check.node is item), self.sides)
        return None if finding.passed is None else finding

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        error = call.excinfo.value if call.excinfo else None
        finding, task = item.stash[FINDING], item_id(item)
        if call.when == "call" and task is not None:
            self.found.setdefault(task, {})[finding.check] = finding
            self.by_pattern |= {finding.check} if item.get_closest_marker("by_pattern") else set()
            self.inside |= {finding.check} if item.get_closest_marker("stands_on") else set()
        if isinstance(error, StudentFailure | Mismatch):
            lines = [f"task {item_id(item)}: {title(item)}"]
            if self.sides is not None and (called := self.sides.port_of(finding).call):
                lines += [
                    f"  {label:<6}  {line}" for label, line in zip(("called", ""), called.split("\n"), strict=False)
                ]
            lines.append(f"  graded  “{rests_on(item)[0]}”")
            report.longrepr = FailureSentence(lines, error.public(), str(item.path))
        elif error is not None and finding.passed is None:
            lines = [f"task {item_id(item)}: {title(item)}"]
            report.longrepr = FailureSentence(lines, says(finding, self.assignment), str(item.path))
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for sentence in folder.overlooked(self.assignment.folder, self.assignment).values():
            terminalreporter.write_line(sentence)
        if terminalreporter.stats.get("failed"):
            for line in self._help():
                terminalreporter.write_line(line)
            terminalreporter.write_line("`python check.py` shows the same as a table, and more of what it knows.")

    def _help(self) -> list[str]:
        wrong = [task for task in self.assignment.tasks if self._failed(task.id)]
        roots = [task for task in wrong if not any(self._failed(each.id) for each in self.assignment.before(task.id))]
        mistakes = {task.id: known for task in roots if (known := self._mistake(task.id))}
        verdict = Verdict(self.assignment, Facts(mistakes=mistakes), {}, roots, self.texts)
        return [f"task {task.id}  {label:<8} {text}" for task in roots for label, text in verdict.help(task)]

    def _failed(self, task: str) -> bool:
        found = self.found.get(task, {}).values()
        return any(one.passed is False and one.category not in ("not written", "rule", "not loaded") for one in found)

    def _whole(self, task: str) -> bool:
        """Whether every check of the task was run: a part of them may fit another mistake."""
        ran = self.found.get(task, {})
        classes = {name.partition(".")[0] for name in ran}
        return bool(ran) and {name for name in self.recording.replies if name.partition(".")[0] in classes} <= set(ran)

    def _mistake(self, task: str) -> dict[str, str] | None:
        found = self.found[task]
        wrong = {name for name, outcome in found.items() if outcome.passed is False}
        # what stands on a wrong function of the same task is made once more by check.py, on top of a right one
        untold = wrong & self.inside if wrong - self.inside else set()
        traces = {
            name: trace(outcome) for name, outcome in found.items() if outcome.passed is not None and name not in untold
        }
        return looks_like(self.recording, task, traces, frozenset(self.by_pattern)) if self._whole(task) else None


def register(config: pytest.Config, work: Path) -> None:
    """For the conftest.py of the public tests."""
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin(work))
    except tasks.BadInput as error:
        raise pytest.UsageError(str(error)) from None
