"""Collects the graders once, and runs them as often as wanted, one check at a time.

Graders are written as for pytest, and pytest collects them wherever they use anything of its own. Where they use
nothing but our fixtures and marks, they are read without it (plain_collection.py): to load pytest and let it collect
takes a third of a second, which every grade from a cold start and every student's check would wait for. The server and
a student's own machine collect in this one way.

A class that says what its everyday case is (checks/case.py) has one check more, which asks that case; the checks that
it inherits are made where it is right.

gradescope-utils' decorators mean:
- `@number("1.2")`, on a class: its task.
- `@weight(1.6)`, on a check: its points, or its share of them where the rubric gives the task others.
- `@visibility(...)`: a check that is anything but visible is for staff only. Its share counts as ever, and the row says
  how many such checks there are, but shows neither title, message nor diagnosis of theirs, also not later: that would
  need a row of its own on the platform, and one hidden row hides a student's total there. (The check's code is in the
  public tests all the same: what students may not read at all does not belong in a grader.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any, get_args

from ..checks import case, marks
from ..checks.case import EVERYDAY, LEADING_DIMENSIONS
from ..checks.errors import GraderFault, GradingStopped
from ..checks.fixtures import Finding, Fixtures, Node, Participants, check_name, conclude
from ..checks.visibility import Visibility
from . import plain_collection
from .plain_collection import Direct


@dataclass(frozen=True)
class Check:
    """One grader function (with its parameters), ready to run."""

    name: str
    item: str
    """The task it belongs to."""
    title: str
    """ "rows: query i is row i and key j is column j"."""
    label: str
    """The idea that it is about: "rows"."""
    shared: bool
    """Inherited: what every task promises."""
    weight: float
    by_pattern: bool
    own_work: bool
    """Needs the student's own earlier tasks (it trains their model): left out where one of them is wrong."""
    visibility: Visibility
    node: Node
    direct: Direct | None = None
    """How to call it without pytest, where that is all there is to it."""
    thing: int = 0
    """How many dimensions one thing of its inputs has, where code for one thing at a time loses one label alone."""
    uses: str = ""
    """Another function of its own task that its function calls: "attend"."""

    @property
    def family(self) -> str:
        """Its class."""
        return self.name.partition(".")[0]

    @property
    def is_everyday(self) -> bool:
        """Whether it asks the everyday case of its class."""
        return self.label == EVERYDAY

    @property
    def is_about_batches(self) -> bool:
        """Whether code for one thing at a time fails it, whatever else is right."""
        return self.shared and self.label == LEADING_DIMENSIONS

    @property
    def habit(self) -> str:
        """What a student may do in the same way in many tasks: all of them together cost only up to a limit."""
        return self.label if self.shared else ""

    def asks(self, op: str) -> bool:
        """Whether it is written with this way of asking: "grad", "observe"."""
        code = getattr(self.direct.function if self.direct else self.node.obj, "__code__", None)
        inside = [code, *(part for part in code.co_consts if isinstance(part, CodeType))] if code else []
        return any(op in part.co_names for part in inside)

    @property
    def draws(self) -> bool:
        """Whether its numbers differ from phase to phase; where none are drawn they are the same for everybody."""
        return self.direct is None or not {"draw", "weights", EVERYDAY}.isdisjoint(self.direct.fixtures)


class Checks:
    """All checks, in file order."""

    def __init__(
        self,
        found: Iterable[tuple[Node, Direct | None]],
        by_pytest: Callable[[Any, Participants], Finding] | None = None,
    ) -> None:
        """`found`: each check with the way to call it, or None where only pytest can: then `by_pytest` does."""
        self._by_pytest = by_pytest
        self.all = list(_in_order(_check(node, direct) for node, direct in found))
        self._of: dict[str, list[Check]] = {}
        for check in self.all:
            self._of.setdefault(check.item, []).append(check)
        self._tasks = {check.name: check.item for check in self.all}
        names = [check.name for check in self.all]
        for name in names:
            if names.count(name) > 1:
                raise GraderFault(f"two checks are called {name}; their names seed their numbers, so rename one")

    def __iter__(self) -> Iterator[Check]:
        return iter(self.all)

    def of(self, item: str) -> list[Check]:
        return self._of.get(item, [])

    def task_of(self, check: str) -> str:
        return self._tasks[check]

    def run(self, check: Check, sides: Participants) -> Finding:
        """Run one check with its participants.

        A check that asks for nothing but our own fixtures is called directly: pytest's protocol for one test costs
        more than most checks do. Everything else takes pytest's road.
        """
        if check.direct is None:
            assert self._by_pytest is not None, "who finds checks that only pytest can run says how"
            return self._by_pytest(check.node, sides)
        finding = Finding(check.name)
        try:
            made = Fixtures(sides, finding, owner_of(check.node)).of(check.direct.fixtures)
            check.direct.function(**made, **check.direct.parameters)
        except (KeyboardInterrupt, SystemExit, GradingStopped):
            raise
        except BaseException as problem:  # kept no longer: it holds every reply that the check was looking at
            conclude(finding, problem)
        else:
            conclude(finding, None)
        return finding


def owner_of(node: Node) -> Any:
    """An instance of a check's class."""
    return getattr(node.obj, "__self__", None)


def _in_order(found: Iterable[Check]) -> Iterator[Check]:
    """Of each class: the everyday case, its own checks, then those that it inherits."""
    families: dict[str, list[Check]] = {}
    for check in found:
        families.setdefault(check.family if "." in check.name else "", []).append(check)
    for checks in families.values():
        if hasattr(owner_of(checks[0].node), "case"):
            yield _everyday(checks[0])
        yield from sorted(checks, key=lambda check: check.shared)


def _everyday(like: Check) -> Check:
    """The check that asks the everyday case of a class; it is worth nothing."""
    return replace(
        like,
        name=f"{like.family}.{EVERYDAY}",
        title="the everyday case",
        label=EVERYDAY,
        shared=False,
        weight=0.0,
        by_pattern=False,
        own_work=False,
        direct=Direct(case.is_right, (EVERYDAY, "same"), {}),
    )


def _check(node: Node, direct: Direct | None) -> Check:
    function, name = node.obj, check_name(node)
    item = marks.task_of(function)
    if item is None:
        raise GraderFault(f"{node.nodeid} has no @number(…): every check belongs to a task of the rubric")
    owner, title = owner_of(node), marks.title(function, name)
    batches = {"thing": owner.thing} if hasattr(owner, "thing") else {}
    return Check(
        name=name,
        item=item,
        title=title,
        label=marks.label(title),
        shared=case.is_shared(owner, getattr(function, "__name__", "")),
        weight=float(getattr(function, "__weight__", 1.0)),
        by_pattern=bool(marks.said(function, marks.BY_PATTERN)),
        own_work=bool(marks.said(function, marks.OWN_WORK)),
        visibility=_visibility(node),
        node=node,
        direct=direct,
        uses=getattr(owner, "uses", ""),
        **batches,
    )


def _visibility(node: Node) -> Visibility:
    asked = marks.said(node.obj, "__visibility__", "visible")
    known: tuple[Visibility, ...] = get_args(Visibility)
    for name in known:
        if asked == name:
            return name
    raise GraderFault(f"{node.nodeid} has @visibility({asked!r}): it must be one of {', '.join(known)}")


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
