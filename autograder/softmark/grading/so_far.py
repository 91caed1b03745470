"""Holds what one grade has found so far: the findings of every task, on public and on hidden numbers.

Public numbers come first, in every mode: what a student reads is made before anything hidden has existed in any process
of theirs. A check passes when it passes on both. What failed on public numbers gets no second chance to fail, and what
there was no time for takes none of what is left for the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..bank import Answer
from ..checks.errors import StudentFailure
from ..checks.fixtures import Finding
from ..running.collect import Check
from .allowance import OutOfTime
from .check_result import NOT_WRITTEN, CheckResult, Phase
from .run_watched import Looked


@dataclass
class SoFar:
    """The findings of one grade, which all its parts share."""

    findings: dict[tuple[str, Phase], dict[str, Finding]] = field(default_factory=dict)
    broken: dict[str, list[CheckResult]] = field(default_factory=dict)
    """Task → the rules that its source breaks."""
    unwritten: set[str] = field(default_factory=set)
    """Tasks on which nobody has begun: no earlier task could help them."""
    unimported: dict[str, StudentFailure] = field(default_factory=dict)
    """Module → why it cannot be imported by itself."""
    left_out: set[str] = field(default_factory=set)
    """Checks that need earlier tasks which are wrong, or too slow; they cost nothing here."""
    waiting: dict[str, str] = field(default_factory=dict)
    """Task → what a student is told about its checks that are left out."""
    on_top: dict[tuple[str, Phase], frozenset[str]] = field(default_factory=dict)
    """Check and phase → the names that the reference stood in for, of its own task's too, where it was checked so."""
    named: dict[tuple[str, Phase], Answer] = field(default_factory=dict)
    looked: dict[str, Looked] = field(default_factory=dict)
    """Task → the line where its values leave every right way, or why none is said."""

    def of(self, item: str, phase: Phase) -> Mapping[str, Finding]:
        return self.findings.get((item, phase), {})

    def failed(self, item: str, phase: Phase) -> dict[str, Finding]:
        return {name: finding for name, finding in self.of(item, phase).items() if finding.passed is False}

    def not_written(self, item: str, phase: Phase) -> bool:
        """Whether all failed checks of a task say that it is not written."""
        wrong = self.failed(item, phase).values()
        return bool(wrong) and all(finding.category == NOT_WRITTEN for finding in wrong)

    def to_try(self, item: str, phase: Phase, checks: Sequence[Check]) -> list[Check]:
        """The checks that these numbers are needed for."""
        before = self.of(item, "public") if phase == "hidden" else {}
        done = {name for name, one in before.items() if one.passed is False or one.category == OutOfTime.category}
        return [check for check in checks if check.name not in done]

    def known(self, item: str, phase: Phase, check: Check) -> Finding | None:
        """What public numbers have shown of a check that draws none."""
        if phase == "public" or check.draws:
            return None
        before = self.of(item, "public").get(check.name)
        return before if before is not None and before.passed else None
