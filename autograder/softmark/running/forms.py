"""In which form the checks of a class are made: a batch at once, or each thing of it by itself.

The first check of a class decides. A batch at once is the form that everybody is asked for. Code that fails so, and
gets further with each thing by itself, was written for one thing alone: it is then judged as what it is. That it
cannot take a batch belongs to one sentence, the one about the habit; the checks of that sentence always ask for
everything at once, and fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from ..checks.each_alone import Alone, AskedAlone
from ..checks.errors import Died, NotAllowed, NotLoaded, NotWritten, TimedOut, WrongWeights
from ..checks.fixtures import Finding, Participants

NOT_TRIED = frozenset(kind.category for kind in (NotWritten, NotLoaded, NotAllowed, TimedOut, Died, WrongWeights))
"""Who fails so does not fail because of the form."""
ONE_AT_A_TIME = ["value", "one at a time", [], []]
"""Stands before the fingerprints of replies, like one more of them."""
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


@dataclass
class _Seen:
    """What is known of the code under test, for one class of checks."""

    batch: Finding
    """Of the first check, on a batch."""
    alone: bool | None
    """Whether it was written for one thing alone; None: it raises either way, so far."""


class Forms(Generic[C]):
    """Runs checks, each in the form that the code under test was written for."""

    def __init__(self, run: Callable[[C, Participants], Finding], first_of: Callable[[C], C]) -> None:
        self._run = run
        self._first_of = first_of
        self._seen: WeakKeyDictionary[Participants, dict[str, _Seen]] = WeakKeyDictionary()

    def run(self, check: C, sides: Participants) -> Finding:
        if check.alone is None:
            return self._run(check, sides)
        classes = self._seen.setdefault(sides, {})
        seen = classes.get(check.family)
        if check.habit == check.alone.habit:
            finding = self._run(check, sides)
            if seen is None and finding.passed is False:
                seen = self._looked(check, check.alone, sides, classes)
            return _of_the_habit(finding, seen.batch, check.alone) if seen and seen.alone else finding
        if seen and seen.alone:
            return self._alone(check, sides, check.alone)
        finding = self._run(check, sides)
        first = self._first_of(check)
        if first is not check and _got_through(finding):
            return finding
        if seen is None and first is check:
            seen = classes[check.family] = _Seen(finding, False if _got_through(finding) else None)
        elif seen is None:
            seen = self._looked(check, check.alone, sides, classes)
        return finding if seen.alone is False else self._compared(check, sides, check.alone, finding, seen)

    def _looked(self, check: C, alone: Alone, sides: Participants, classes: dict[str, _Seen]) -> _Seen:
        """What the first check of its class shows, beside the one that is made."""
        first = self._first_of(check)
        batch = self._run(first, AskedAlone(sides, None))
        seen = classes[check.family] = _Seen(batch, False if _got_through(batch) else None)
        if seen.alone is None:
            self._compared(first, sides, alone, batch, seen)
        return seen

    def _compared(self, check: C, sides: Participants, alone: Alone, batch: Finding, seen: _Seen) -> Finding:
        """The finding of the form in which the code gets further, and what that shows of it."""
        each = self._alone(check, sides, alone)
        if _reached(each) > _reached(batch):
            seen.alone = True
            return each
        seen.alone = False if _reached(batch) else seen.alone
        return batch

    def _alone(self, check: C, sides: Participants, alone: Alone) -> Finding:
        asking = AskedAlone(sides, alone.dims)
        finding = self._run(check, asking)
        finding.alone = asking.asked
        return finding


def _got_through(batch: Finding) -> bool:
    """Whether there is nothing to try in the other form."""
    return batch.passed is not False or batch.category in NOT_TRIED


def _reached(finding: Finding) -> int:
    """How far an answer got: wrong numbers are further than none."""
    return 2 if finding.passed else int(finding.category in COMPARED)


def _of_the_habit(finding: Finding, refused: Finding, alone: Alone) -> Finding:
    """A check of the habit, for code that was written for one thing alone."""
    failed = refused if finding.passed else finding
    if finding.passed is None or finding.category in NOT_TRIED:
        return finding
    says = (
        f"your code handles {alone.what}, but not several at once, with more dimensions in front. The other checks "
        "therefore give it one at a time, to see what else is right; this one does not, and"
    )
    return replace(
        failed,
        check=finding.check,
        habit=finding.habit,
        alone=failed.log,
        # a mistake in another form is another mistake, however alike they refuse other dimensions
        fingerprints=(ONE_AT_A_TIME, *failed.reply_fingerprints()),
        public=f"{says} {failed.public}",
        safe=f"{says} {failed.safe}",
    )
