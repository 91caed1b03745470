"""Collects graders with pytest: those that use its fixtures, its parameters or a conftest.py, and all of them where a
student runs plain pytest.

pytest owns collection, fixtures and parametrisation; the order, the number of runs and the verdicts are ours. That is
done with pytest's own hook for the loop over tests: `drive` is called in its place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from ..checks.fixtures import FIXTURES, Finding, Fixtures, Node, Participants, check_name, conclude
from .plain_collection import Direct, forget_modules

TAKING_PART = pytest.StashKey[Participants]()
FINDING = pytest.StashKey[Finding]()

# What a grade does not need costs start-up time; plugins that happen to be installed must not change a grade.
_LEAN = [
    *("-p", "no:cacheprovider", "-p", "no:doctest", "-p", "no:junitxml", "-p", "no:logging", "-p", "no:stepwise"),
    *("-p", "no:pastebin", "-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception"),
    *("-p", "no:terminalreporter", "--assert=plain", "--capture=no", "-q", "--no-header", "--no-summary"),
    "--tb=native",  # nobody reads pytest's own traceback here, and the long one costs a quarter of a second a failure
]


class CheckPlugin:
    """The participants as pytest fixtures, and the translation of what pytest saw into a Finding."""

    @pytest.fixture
    def _of_softmark(self, request: pytest.FixtureRequest) -> Fixtures:
        return Fixtures(request.config.stash[TAKING_PART], request.node.stash[FINDING], request.instance)

    @pytest.fixture
    def student(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.student

    @pytest.fixture
    def reference(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.reference

    @pytest.fixture
    def judge(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.judge

    @pytest.fixture
    def draw(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.draw

    @pytest.fixture
    def weights(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.weights

    @pytest.fixture
    def same(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.same

    @pytest.fixture
    def everyday(self, _of_softmark: Fixtures) -> Any:
        return _of_softmark.everyday

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Function) -> None:
        item.stash[FINDING] = Finding(check_name(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
        report = yield
        if call.when == "call" or call.excinfo is not None:
            conclude(item.stash[FINDING], call.excinfo.value if call.excinfo is not None else None)
        return report


Found = list[tuple[Node, Direct | None]]
Run = Callable[[pytest.Item, Participants], Finding]


class _Driver:
    def __init__(self, drive: Callable[[Found, Run], None]) -> None:
        self.drive = drive
        self.problems: list[str] = []
        self.error: BaseException | None = None
        self.ran = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.problems.append(f"{report.nodeid}: {report.longreprtext.strip().splitlines()[-1]}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.problems and session.items:
            self.ran = True
            try:
                self.drive(found(session.items), run)
            except BaseException as error:
                # pytest would print it and go on; the caller decides what it means
                self.error = error
        return True


def collected(folder: Path, drive: Callable[[Found, Run], None], conftest: bool) -> list[str] | None:
    """Collect the graders in `folder` and hand them to `drive`; otherwise a line for each that cannot be read.

    Settings that a person made for a pytest of theirs are left out.
    """
    driver = _Driver(drive)
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # Cut off above the folder: a conftest.py further up is somebody else's.
    words = ["-c", os.devnull, "--rootdir", str(folder), "--confcutdir", str(folder), *_LEAN]
    try:
        pytest.main([*words, *([] if conftest else ["--noconftest"]), str(folder)], plugins=[CheckPlugin(), driver])
    finally:
        forget_modules(folder)
    if driver.error is not None:
        raise driver.error
    return None if driver.ran else driver.problems


def found(nodes: Iterable[pytest.Item]) -> Found:
    """Each check, and how to call it without pytest, where that is all there is to it."""
    return [(node, _direct(node)) for node in nodes if isinstance(node, pytest.Function)]


def _direct(node: pytest.Function) -> Direct | None:
    parameters = dict(node.callspec.params) if hasattr(node, "callspec") else {}
    # what the function itself and autouse fixtures ask for; pytest has no public name for this list
    asked = [name for name in node._fixtureinfo.initialnames if name not in parameters]
    return Direct(node.obj, tuple(asked), parameters) if set(asked) <= set(FIXTURES) else None


def run(node: pytest.Item, sides: Participants) -> Finding:
    """Run one check as pytest does, with all its own fixtures."""
    node.config.stash[TAKING_PART] = sides
    runtestprotocol(node, log=False, nextitem=None)
    return node.stash[FINDING]
