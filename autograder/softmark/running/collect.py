"""Collects the graders with pytest once, and runs them as often as wanted, one check at a time.

pytest owns collection, fixtures and parametrisation; the order, the number of runs and the verdicts are ours. That is
done with pytest's own hook for the loop over tests: `with_checks(folder, drive)` calls `drive` in its place. The server
and a student's own machine collect in this one way.

gradescope-utils' decorators on a check mean:
- `@weight(3)`: its share of the task's points, or that of the sentence it rests on.
- `@number("1.2a")`: shown before its title.
- `@visibility(...)`: a check that is anything but visible is for staff only. Its share counts as ever, and the row says
  how many such checks there are, but shows neither title, message nor diagnosis of theirs, also not later: that would
  need a row of its own on the platform, and one hidden row hides a student's total there. To hide a whole task until
  the deadline, give the task that visibility in the rubric. (The check's code is in the public tests all the same: what
  students may not read at all does not belong in a grader.)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, get_args

import pytest
from _pytest.runner import runtestprotocol

from ..checks import fixtures
from ..checks.each_alone import Alone
from ..checks.errors import GraderFault, GradingStopped
from ..checks.fixtures import FINDING, FIXTURES, TAKING_PART, CheckPlugin, Finding, Participants, conclude, fixtures_for
from ..checks.trace import Trace
from ..checks.visibility import Visibility
from .forms import Forms

# What a grade does not need costs start-up time; plugins that happen to be installed must not change a grade.
_LEAN = [
    *("-p", "no:cacheprovider", "-p", "no:doctest", "-p", "no:junitxml", "-p", "no:logging", "-p", "no:stepwise"),
    *("-p", "no:pastebin", "-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception"),
    *("-p", "no:terminalreporter", "--assert=plain", "--capture=no", "-q", "--no-header", "--no-summary"),
    "--tb=native",  # nobody reads pytest's own traceback here, and the long one costs a quarter of a second a failure
]


@dataclass(frozen=True)
class Direct:
    function: Callable[..., Any]
    fixtures: tuple[str, ...]
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Check:
    """One grader function (with its parameters), ready to run."""

    name: str
    item: str
    """The task it belongs to."""
    title: str
    sentence: str
    """What it rests on: a sentence of the task's *Graded* list, or its own title."""
    habit: str
    weight: float
    by_pattern: bool
    own_work: bool
    """Needs the student's own earlier tasks (it trains their model): left out where one of them is wrong."""
    visibility: Visibility
    node: pytest.Item
    direct: Direct | None = None
    """How to call it without pytest, where that is all there is to it."""
    alone: Alone | None = None
    """The other form of its input."""
    stands_on: tuple[str, ...] = ()
    """Functions of the same task that its own calls."""

    @property
    def family(self) -> str:
        """Its class."""
        return self.name.partition(".")[0]

    @property
    def quotes(self) -> bool:
        """Whether it says which sentence it rests on."""
        return self.node.get_closest_marker("rests_on") is not None

    def asks(self, op: str) -> bool:
        """Whether it is written with this way of asking: "grad", "observe"."""
        code = getattr(getattr(self.node, "obj", None), "__code__", None)
        inside = [code, *(part for part in code.co_consts if isinstance(part, CodeType))] if code else []
        return any(op in part.co_names for part in inside)

    @property
    def draws(self) -> bool:
        """Whether its numbers differ from phase to phase; where none are drawn they are the same for everybody."""
        return self.direct is None or not {"draw", "weights"}.isdisjoint(self.direct.fixtures)


class Checks:
    """All checks, in file order."""

    def __init__(self, config: pytest.Config, nodes: list[pytest.Item]) -> None:
        self._config = config
        self.all = [self._check(node) for node in nodes]
        self._first = {check.family: check for check in reversed(self.all)}
        self._forms = Forms(self.run_as_written, lambda check: self._first[check.family])
        names = [check.name for check in self.all]
        for name in names:
            if names.count(name) > 1:
                raise GraderFault(f"two checks are called {name}; their names seed their numbers, so rename one")

    def __iter__(self) -> Iterator[Check]:
        return iter(self.all)

    def of(self, item: str) -> list[Check]:
        return [check for check in self.all if check.item == item]

    def run(self, check: Check, sides: Participants) -> Finding:
        """Run one check with its participants, in the form that the code under test was written for."""
        return self._forms.run(check, sides)

    def run_as_written(self, check: Check, sides: Participants) -> Finding:
        """Run one check, a batch at once.

        A check that asks for nothing but our own fixtures is called directly: pytest's protocol for one test costs
        more than most checks do. Everything else takes pytest's road.
        """
        if check.direct is None:
            self._config.stash[TAKING_PART] = sides
            runtestprotocol(check.node, log=False, nextitem=None)
            return check.node.stash[FINDING]
        finding = Finding(check.name, habit=check.habit)
        error: BaseException | None = None
        try:
            made = fixtures_for(check.direct.fixtures, sides, finding)
            check.direct.function(**made, **check.direct.parameters)
        except (KeyboardInterrupt, SystemExit, GradingStopped):
            raise
        except BaseException as problem:
            error = problem
        conclude(finding, error)
        return finding

    @staticmethod
    def _check(node: pytest.Item) -> Check:
        item = fixtures.item_id(node)
        if item is None:
            raise GraderFault(f"{node.nodeid} has no @item(…): every check belongs to a task of the rubric")
        function: Any = getattr(node, "obj", None)
        sentence, habit = fixtures.rests_on(node)
        return Check(
            name=fixtures.check_name(node),
            item=item,
            title=fixtures.title(node),
            sentence=sentence,
            habit=habit,
            weight=float(getattr(function, "__weight__", 1.0)),
            by_pattern=_by_pattern(node),
            own_work=node.get_closest_marker("own_work") is not None,
            visibility=_visibility(node, function),
            node=node,
            direct=_direct(node),
            alone=_alone(node),
            stands_on=_stands_on(node),
        )


def _by_pattern(node: pytest.Item) -> bool:
    """`@pytest.mark.by_pattern`; with `(False)` a check stands apart from a file whose replies are random otherwise."""
    mark = node.get_closest_marker("by_pattern")
    return mark is not None and mark.args != (False,)


def _alone(node: pytest.Item) -> Alone | None:
    mark = node.get_closest_marker("one_at_a_time")
    return None if mark is None else Alone(*mark.args, **mark.kwargs)


def _stands_on(node: pytest.Item) -> tuple[str, ...]:
    mark = node.get_closest_marker("stands_on")
    return () if mark is None else tuple(map(str, mark.args))


def on_top(checks: Sequence[Check], failed: Collection[str]) -> dict[tuple[str, ...], list[Check]]:
    """The checks of a task to make once more, by the functions of the task that are to be right then: those of classes
    that fail, and stand on what fails in other classes. `failed` names the checks that do."""
    if not any(check.name in failed for check in checks if not check.stands_on):
        return {}
    wanted = {check.family for check in checks if check.stands_on and check.name in failed}
    found: dict[tuple[str, ...], list[Check]] = {}
    for check in checks:
        if check.family in wanted:
            found.setdefault(check.stands_on, []).append(check)
    return found


def _visibility(node: pytest.Item, function: Any) -> Visibility:
    asked = getattr(function, "__visibility__", "visible")
    known: tuple[Visibility, ...] = get_args(Visibility)
    for name in known:
        if asked == name:
            return name
    raise GraderFault(f"{node.nodeid} has @visibility({asked!r}): it must be one of {', '.join(known)}")


def _direct(node: pytest.Item) -> Direct | None:
    if not isinstance(node, pytest.Function):
        return None
    parameters = dict(node.callspec.params) if hasattr(node, "callspec") else {}
    # what the function itself and autouse fixtures ask for; pytest has no public name for this list
    fixtures = [name for name in node._fixtureinfo.initialnames if name not in parameters]
    if not set(fixtures) <= set(FIXTURES):
        return None
    return Direct(node.obj, tuple(fixtures), parameters)


def trace(finding: Finding) -> Trace:
    """What diagnosis needs to know of a finding."""
    return Trace(bool(finding.passed), finding.reply_fingerprints(), finding.category, finding.habit)


class _Driver:
    def __init__(self, drive: Callable[[Checks], None]) -> None:
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
                self.drive(Checks(session.config, list(session.items)))
            except BaseException as error:
                # pytest would print it and go on; the caller decides what it means
                self.error = error
        return True


class NotCollected(GraderFault):
    """The graders cannot be read; `reasons` has a line for each that cannot."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = "; ".join(reasons or ["none found"])
        super().__init__(f"the graders could not be collected: {self.reasons}")


def with_checks(folder: Path, drive: Callable[[Checks], None], *options: str) -> None:
    """Collect the graders in `folder` and hand them to `drive`; a grader that cannot be collected is our fault.

    `options` are pytest's. Settings that a person made for a pytest of theirs are left out.
    """
    driver = _Driver(drive)
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # Cut off above the folder: a conftest.py further up is somebody else's.
    words = ["-c", os.devnull, "--rootdir", str(folder), "--confcutdir", str(folder), *_LEAN, *options, str(folder)]
    try:
        pytest.main(words, plugins=[CheckPlugin(), driver])
    finally:
        _forget_modules(folder)
    if driver.error is not None:
        raise driver.error
    if not driver.ran:
        raise NotCollected(driver.problems)


def _forget_modules(folder: Path) -> None:
    """Another assignment's graders may have files of the same names: leave none of these behind."""
    home = str(folder.resolve())
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.dirname(file) in (home, str(folder)):  # noqa: PTH120  (thousands of them)
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry != home]
