"""Makes one mistake cost once: knows which tasks a task stands on, and whether to grade it on top of the
reference's."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from ..checks.errors import Died, NotLoaded, TimedOut, WrongWeights
from ..checks.fixtures import Finding
from ..content.rubric import Item, Rubric
from ..reading.rules.leaning import Leaning
from .check_result import BOTH_PHASES, CheckResult, Phase

Findings = Mapping[tuple[str, Phase], Mapping[str, Finding]]


class Carrying:
    """Decides what is carried, from the findings of one grade as they come."""

    def __init__(self, rubric: Rubric, findings: Findings, broken: Mapping[str, list[CheckResult]]) -> None:
        self._rubric = rubric
        self._findings = findings
        self._broken = broken
        """Tasks that break a rule."""
        self.leaning = Leaning(rubric.items)
        self.said: dict[str, str] = {}
        """Task → what it was graded on top of."""
        self._on: dict[tuple[str, Phase], frozenset[str]] = {}
        """Task and phase → the wrong tasks that the reference stood in for when it was last graded."""
        self._failed_by: set[tuple[str, str]] = set()
        """Tasks and categories: what a task failed for by itself, before anything was carried."""

    def wanted(self, item: Item, phase: Phase) -> bool:
        """Whether to grade a failed task on top of the reference: it stands on a failed one, and this was not done
        yet."""
        found = self._findings.get((item.id, phase))
        if found is not None and not any(finding.passed is False for finding in found.values()):
            return False
        wrong = frozenset(each.id for each in self.wrong_before(item))
        return bool(wrong) and self._on.get((item.id, phase)) != wrong

    def would_carry(self, item: Item) -> bool:
        """Whether a task that fails would be graded on top of the reference, as far as is known before it is tried."""
        return bool(self.wrong_before(item))

    def carried(self, item: Item, phase: Phase) -> bool:
        """Whether it was graded on top of the reference's, on these numbers."""
        return (item.id, phase) in self._on

    def at_once(self, item: Item, phase: Phase) -> bool:
        """Whether to do so from the start: it was needed on the other numbers, or what the task stands on hangs or
        crashes."""
        needed = self.carried(item, "public" if phase == "hidden" else "hidden")
        before = {each.id for each in self.wrong_before(item)}
        found = [f for (ident, _), each in self._findings.items() if ident in before for f in each.values()]
        return needed or any(finding.category in (TimedOut.category, Died.category) for finding in found)

    def names(self, item: Item, phase: Phase) -> frozenset[str]:
        """What is carried from now on while this task is graded: fully qualified names."""
        wrong = self.wrong_before(item)
        self._on[item.id, phase] = frozenset(each.id for each in wrong)
        listed = ", ".join(f"`{name}`" for each in wrong for name in each.names)
        places = ", ".join(each.id for each in wrong)
        self.said[item.id] = f"graded on top of a correct {listed}; yours is still wrong in {places}"
        return frozenset(f"{each.file.removesuffix('.py')}.{name}" for each in wrong for name in each.names)

    def names_of(self, item: Item, phase: Phase) -> frozenset[str]:
        """What is carried while this task is graded on these numbers, as it stands."""
        wrong = [self._rubric.item(ident) for ident in self._on.get((item.id, phase), ())]
        return frozenset(f"{each.file.removesuffix('.py')}.{name}" for each in wrong for name in each.names)

    def names_inside(self, item: Item, phase: Phase, names: Sequence[str]) -> frozenset[str]:
        """The same, and functions of the task itself."""
        listed = ", ".join(f"`{name}`" for name in names)
        inside = f"what depends on {listed} was checked with a correct one; yours is still wrong"
        if inside not in self.said.get(item.id, ""):
            self.said[item.id] = "; ".join(filter(None, (self.said.get(item.id), inside)))
        module = item.file.removesuffix(".py")
        return self.names_of(item, phase) | {f"{module}.{name}" for name in names}

    def wrong_before(self, item: Item) -> list[Item]:
        """The tasks that this one stands on and that are wrong or not written."""
        rubric = self._rubric
        stands_on = self.leaning.stands_on(item.id)
        if self._has(item, NotLoaded.category):
            # its file imports from an earlier one that is broken, though this very task may not use what it imports
            beside = [other.id for other in rubric.items_of(item.file)]
            stands_on |= {before for other in beside for before in rubric.prerequisites(other)} - set(beside)
        if self._has(item, WrongWeights.category):
            # made of an earlier class that is not what it should be, though this very task may never call that one
            before = itertools.takewhile(lambda other: other.id != item.id, rubric.items)
            stands_on |= {other.id for other in before if any("." in name for name in other.names)}
        stands_on = {other for other in stands_on if self.leaning.may_serve(other, item.id)}
        return [other for other in rubric.items if other.id in stands_on and self._failed(other.id)]

    def _failed(self, ident: str) -> bool:
        return ident in self._broken or any(finding.passed is False for finding in self._of(ident))

    def _has(self, item: Item, category: str) -> bool:
        """Whether a check of it ever failed for this reason."""
        if any(finding.category == category for finding in self._of(item.id)):
            self._failed_by.add((item.id, category))  # once carried, its findings are others
        return (item.id, category) in self._failed_by

    def _of(self, ident: str) -> list[Finding]:
        return [f for phase in BOTH_PHASES for f in self._findings.get((ident, phase), {}).values()]
