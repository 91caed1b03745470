"""Whether public or hidden numbers come first, and which checks need both.

Before the deadline public numbers come first: what a student reads is made before anything hidden has existed in any
process of theirs. After it, and for staff who grade a class, hidden numbers come first, for they decide; public ones,
in a fresh worker, only explain the items that failed. Both orders give a wrong item the same findings: a check
that fails on public numbers is told by these, and has no hidden finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..checks.errors import Died, TimedOut
from ..checks.fixtures import Finding
from ..running.collect import Check
from .check_result import Phase

Findings = dict[tuple[str, Phase], dict[str, Finding]]


class Turns:
    """Knows how far each item of one grade has come."""

    def __init__(self, findings: Findings, *, hidden_first: bool) -> None:
        self._findings = findings
        self.hidden_first = hidden_first
        self.order: tuple[Phase, ...] = ("hidden", "public", "hidden") if hidden_first else ("public", "hidden")
        """The third turn is for checks that were left when their item hung or crashed on hidden numbers."""

    def due(self, item: str, phase: Phase, phases: Sequence[Phase], checks: Sequence[Check]) -> bool:
        """Whether there is anything to do for an item now."""
        if phase not in phases:
            return False
        if not self.hidden_first or len(phases) == 1:
            return (item, phase) not in self._findings
        if phase == "public":
            return failed(self._of(item, "hidden"))
        return (item, phase) not in self._findings or bool(self.left(item, phase, checks))

    def left(self, item: str, phase: Phase, checks: Sequence[Check]) -> list[Check]:
        """The checks that these numbers are still needed for: what failed on public ones needs no second chance to
        fail on hidden ones."""
        done = self._of(item, phase)
        before = self._of(item, "public") if phase == "hidden" else {}
        asked = [check for check in checks if check.name not in done]
        return [check for check in asked if check.name not in before or before[check.name].passed is not False]

    def known(self, item: str, phase: Phase, check: Check) -> Finding | None:
        """What the other numbers have shown of a check that draws none."""
        other = self._of(item, "public" if phase == "hidden" else "hidden").get(check.name)
        return other if other is not None and other.passed and not check.draws else None

    def stops(self, phase: Phase, phases: Sequence[Phase], finding: Finding) -> bool:
        """Whether a failure is one that nobody wants to wait for again before public numbers have told of it."""
        waits = self.hidden_first and phase == "hidden" and len(phases) > 1
        return waits and finding.category in (TimedOut.category, Died.category)

    def settle(self, item: str) -> None:
        """Public numbers have been tried: hidden findings of what fails there are dropped."""
        public, hidden = self._of(item, "public"), self._of(item, "hidden")
        for name in [name for name, finding in public.items() if finding.passed is False]:
            hidden.pop(name, None)

    def not_needed(self, item: str, phase: Phase) -> bool:
        """Whether hidden numbers have decided everything without these."""
        hidden = self._of(item, "hidden")
        return self.hidden_first and phase == "public" and bool(hidden) and not failed(hidden)

    def unexplained(self, item: str, phases: Sequence[Phase]) -> bool:
        """Whether hidden numbers have failed, and public ones are still to say at what."""
        tried = (item, "public") in self._findings or "public" not in phases
        return self.hidden_first and not tried and failed(self._of(item, "hidden"))

    def _of(self, item: str, phase: Phase) -> dict[str, Finding]:
        return self._findings.get((item, phase), {})


def failed(found: Mapping[str, Finding]) -> bool:
    return any(finding.passed is False for finding in found.values())
