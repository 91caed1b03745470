"""In which form the checks of a class are made: a batch at once, or each thing of it by itself.

The first check of a class decides. A batch at once is the form that everybody is asked for. Code that fails so, and
gets further with each thing by itself, was written for one thing alone: it is then judged as what it is. That it
cannot take a batch belongs to one sentence, the one about the habit; the checks of that sentence always ask for
everything at once, and fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from ..checks.each_alone import Alone, AskedAlone
from ..checks.errors import Died, NotLoaded, NotWritten, TimedOut, WrongWeights
from ..checks.fixtures import Finding, Participants

NOT_TRIED = frozenset(kind.category for kind in (NotWritten, NotLoaded, TimedOut, Died, WrongWeights))
"""Who fails so does not fail because of the form."""
COMPARED = ("values", "nan")
"""Failures of an answer that has the right form, and the wrong numbers in it."""


class FormedCheck(Protocol):
    """A check, as far as forms go."""

    @property
    def family(self) -> str:
        """Its class."""
        ...

    @property
    def habit(self) -> str: ...

    @property
    def alone(self) -> Alone | None:
        """The other form of its input, if there is one."""
        ...


C = TypeVar("C", bound=FormedCheck)


class Forms(Generic[C]):
    """Runs checks, each in the form that the code under test was written for."""

    def __init__(self, run: Callable[[C, Participants], Finding], first_of: Callable[[C], C]) -> None:
        self._run = run
        self._first_of = first_of
        self._refused: WeakKeyDictionary[Participants, dict[str, Finding | None]] = WeakKeyDictionary()
        """By class of checks: how a batch was refused by code that was written for one thing alone; None: it was
        written for a batch."""

    def run(self, check: C, sides: Participants) -> Finding:
        alone = check.alone
        if alone is None:
            return self._run(check, sides)
        known = self._refused.setdefault(sides, {})
        refused = known.get(check.family)
        if check.habit == alone.habit:
            finding = self._run(check, sides)
            return finding if refused is None else _of_the_habit(finding, refused, alone)
        if refused is not None:
            return self._alone(check, sides, alone)
        finding = self._run(check, sides)
        first = self._first_of(check)
        if finding.passed is not False or finding.category in NOT_TRIED:
            if first is check:
                known[check.family] = None
            return finding
        if check.family not in known:
            batch = finding if first is check else self._run(first, AskedAlone(sides, None))
            each = self._alone(first, sides, alone) if batch.passed is False else batch
            known[check.family] = batch if _reached(each) > _reached(batch) else None
            if first is check:
                return finding if known[check.family] is None else each
        return finding if known[check.family] is None else self._alone(check, sides, alone)

    def _alone(self, check: C, sides: Participants, alone: Alone) -> Finding:
        asking = AskedAlone(sides, alone.dims)
        finding = self._run(check, asking)
        finding.alone = asking.asked
        return finding


def _reached(finding: Finding) -> int:
    """How far an answer got: wrong numbers are further than none."""
    return 2 if finding.passed else int(finding.category in COMPARED)


def _of_the_habit(finding: Finding, refused: Finding, alone: Alone) -> Finding:
    """A check of the habit, for code that was written for one thing alone."""
    failed = refused if finding.passed else finding
    if finding.passed is None or finding.category in NOT_TRIED:
        return finding
    says = f"your code was written for {alone.what}, and its other checks are made so; with other dimensions"
    return replace(
        failed,
        check=finding.check,
        public=f"{says}, {failed.public}",
        safe=f"{says}, {failed.safe}",
    )
