"""Makes plain `pytest` work in the students' folder: the same checks as `python check.py`, with failures in a few words
instead of our tracebacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..checks.fixtures import item_id
from ..core import recording
from ..core.bench import Bench, Sides
from ..core.tape import Tape
from ..render.words.task import typed
from ..running import pytest_collection
from ..running.collect import Check, Checks
from ..running.pytest_collection import TAKING_PART, CheckPlugin
from . import choose
from .folder import look
from .own_files import OwnFiles
from .told import Teller


class HomePlugin:
    """Loads the student's files once, makes the checks, and says failures in words."""

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
        program = self.program = files.program()
        ours = filter(item_id, session.items)  # the others are tests of somebody's own, or of the handout's thread
        checks = Checks(pytest_collection.found(ours), pytest_collection.run)
        self.checks = {check.node: check for check in checks}
        self.bench = Bench(self.assignment, checks, numbers, judge=program, tell=Teller(files).of)
        session.config.stash[TAKING_PART] = Sides(self.program, numbers, self.assignment, checks.task_of, self.program)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        check = self.checks.get(pyfuncitem)
        if check is None or check.direct is None:  # pytest knows how
            return None
        (tape,) = self.bench.run([check], self.program)
        if not tape.passed:
            pytest.fail(_in_words(tape), pytrace=False)
        return True

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if terminalreporter.stats.get("failed"):
            terminalreporter.write_line(
                "`python check.py` names known mistakes, with a hint, and shows what to do next."
            )


def _in_words(tape: Tape) -> str:
    check = tape.check
    lines = [tape.told.get("fault") or tape.says, f"  task    {check.item}: {check.title}"]
    lines += [f"  {'' if place else 'called':<6}  {line}" for place, line in enumerate(typed(tape.told))]
    return "\n".join([*lines, f"  graded  “{check.sentence}”"])


def register(config: pytest.Config, work: Path) -> None:
    """For the conftest.py of the public tests."""
    config.pluginmanager.register(CheckPlugin())
    try:
        config.pluginmanager.register(HomePlugin(work))
    except choose.BadInput as error:
        raise pytest.UsageError(str(error)) from None
