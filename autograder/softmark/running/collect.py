"""Collects the graders once, and runs them as often as wanted, one check at a time.

Graders are written as for pytest, and pytest collects them wherever they use anything of its own. Where they use
nothing but our fixtures and marks, they are read without it (plain_collection.py): to load pytest and let it collect
takes a third of a second, which every grade from a cold start and every student's check would wait for. The server and
a student's own machine collect in this one way.

gradescope-utils' decorators on a check mean:
- `@weight(3)`: its share of the task's points, or that of the sentence it rests on.
- `@number("1.2a")`: shown before its title.
- `@visibility(...)`: a check that is anything but visible is for staff only. Its share counts as ever, and the row says
  how many such checks there are, but shows neither title, message nor diagnosis of theirs, also not later: that would
  need a row of its own on the platform, and one hidden row hides a student's total there. (The check's code is in the
  public tests all the same: what students may not read at all does not belong in a grader.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, get_args

from ..checks import fixtures
from ..checks.each_alone import Alone
from ..checks.errors import GraderFault, GradingStopped
from ..checks.fixtures import Finding, Node, Participants, conclude, fixtures_for
from ..checks.trace import Trace
from ..checks.visibility import Visibility
from . import plain_collection
from .forms import Forms
from .plain_collection import Direct


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
    node: Node
    direct: Direct | None = None
    """How to call it without pytest, where that is all there is to it."""
    alone: Alone | None = None
    """The other form of its input."""

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

    def __init__(
        self,
        found: Iterable[tuple[Node, Direct | None]],
        by_pytest: Callable[[Any, Participants], Finding] | None = None,
    ) -> None:
        """`found`: each check with the way to call it, or None where only pytest can: then `by_pytest` does."""
        self._by_pytest = by_pytest
        self.all = [self._check(node, direct) for node, direct in found]
        self._of: dict[str, list[Check]] = {}
        for check in self.all:
            self._of.setdefault(check.item, []).append(check)
        self._tasks = {check.name: check.item for check in self.all}
        self._first = {check.family: check for check in reversed(self.all)}
        self._forms = Forms(self.run_as_written, lambda check: self._first[check.family])
        names = [check.name for check in self.all]
        for name in names:
            if names.count(name) > 1:
                raise GraderFault(f"two checks are called {name}; their names seed their numbers, so rename one")

    def __iter__(self) -> Iterator[Check]:
        return iter(self.all)

    def of(self, item: str) -> list[Check]:
        return self._of.get(item, [])

    def task_of(self, check: str) -> str:
        """Of a check by its name, also where it is made in another form ("…, one at a time")."""
        return self._tasks.get(check) or self._tasks[check.rpartition(", ")[0]]

    def run(self, check: Check, sides: Participants) -> Finding:
        """Run one check with its participants, in the form that the code under test was written for."""
        return self._forms.run(check, sides)

    def run_as_written(self, check: Check, sides: Participants) -> Finding:
        """Run one check, a batch at once.

        A check that asks for nothing but our own fixtures is called directly: pytest's protocol for one test costs
        more than most checks do. Everything else takes pytest's road.
        """
        if check.direct is None:
            assert self._by_pytest is not None, "who finds checks that only pytest can run says how"
            return self._by_pytest(check.node, sides)
        finding = Finding(check.name, habit=check.habit)
        try:
            made = fixtures_for(check.direct.fixtures, sides, finding)
            check.direct.function(**made, **check.direct.parameters)
        except (KeyboardInterrupt, SystemExit, GradingStopped):
            raise
        except BaseException as problem:  # kept no longer: it holds every reply that the check was looking at
            conclude(finding, problem)
        else:
            conclude(finding, None)
        return finding

    @staticmethod
    def _check(node: Node, direct: Direct | None) -> Check:
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
            direct=direct,
            alone=_alone(node),
        )


def _by_pattern(node: Node) -> bool:
    """With `(False)` a check stands apart from a class whose replies are random otherwise."""
    mark = node.get_closest_marker("by_pattern")
    return mark is not None and mark.args != (False,)


def _alone(node: Node) -> Alone | None:
    mark = node.get_closest_marker("one_at_a_time")
    return None if mark is None else Alone(*mark.args, **mark.kwargs)


def _visibility(node: Node, function: Any) -> Visibility:
    asked = getattr(function, "__visibility__", "visible")
    known: tuple[Visibility, ...] = get_args(Visibility)
    for name in known:
        if asked == name:
            return name
    raise GraderFault(f"{node.nodeid} has @visibility({asked!r}): it must be one of {', '.join(known)}")


def trace(finding: Finding) -> Trace:
    """What diagnosis needs to know of a finding."""
    return Trace(bool(finding.passed), finding.reply_fingerprints(), finding.category)


class NotCollected(GraderFault):
    """The graders cannot be read; `reasons` has a line for each that cannot."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = "; ".join(reasons or ["none found"])
        super().__init__(f"the graders could not be collected: {self.reasons}")


def with_checks(folder: Path, drive: Callable[[Checks], None], *, conftest: bool = True) -> None:
    """Collect the graders in `folder` and hand them to `drive`; a grader that cannot be collected is our fault.

    `conftest`: whether a conftest.py there belongs to the graders.
    """
    with plain_collection.collected(folder, conftest) as found:
        if found:
            drive(Checks(found))
            return
    from . import pytest_collection

    problems = pytest_collection.collected(folder, lambda nodes, run: drive(Checks(nodes, run)), conftest)
    if problems is not None:
        raise NotCollected(problems)
