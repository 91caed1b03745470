"""For plain `pytest`: the same checks as `python check.py`, with failures in a few words instead of our tracebacks."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent
sys.path[:] = [str(TESTS), *(entry for entry in sys.path if entry != str(TESTS))]

from local_check import app, folder, tasks  # noqa: E402 (found through the path above)
from local_check.home import HomeParticipants, World, read_recording  # noqa: E402

from softmark.checks.compare import Mismatch  # noqa: E402
from softmark.checks.errors import StudentFailure  # noqa: E402
from softmark.checks.fixtures import TAKING_PART, CheckPlugin, item_id, rests_on, title  # noqa: E402


class Sentence:
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

    def __init__(self) -> None:
        self.assignment = tasks.read()
        texts = folder.sources(tasks.FOLDER, self.assignment.files)
        self.broken = app.broken_rules(self.assignment, app.reading_of(self.assignment, texts))
        self.sides: HomeParticipants | None = None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if self.assignment.framework == "torch":
            import torch  # noqa: F401 (the recorded reference holds tensors)
        sys.path.append(str(tasks.FOLDER))
        world = World(tasks.FOLDER, self.assignment)
        world.load_all()
        self.sides = HomeParticipants(world, read_recording())
        session.config.stash[TAKING_PART] = self.sides

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        if self.sides is not None:
            self.sides.port.forget()
        for sentence in self.broken.get(item_id(item) or "", ()):
            raise Mismatch("rule", sentence, sentence)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        error = call.excinfo.value if call.excinfo else None
        if isinstance(error, StudentFailure | Mismatch):
            lines = [f"task {item_id(item)}: {title(item)}"]
            if self.sides is not None and self.sides.port.call:
                lines.append(f"  called  {self.sides.port.call}")
            lines.append(f"  graded  “{rests_on(item)[0]}”")
            report.longrepr = Sentence(lines, error.public(), str(item.path))
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if terminalreporter.stats.get("failed"):
            terminalreporter.write_line("`python check.py` shows the same as a table, and names mistakes it knows.")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin())
    except tasks.BadInput as error:
        raise pytest.UsageError(str(error)) from None
