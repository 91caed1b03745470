"""One check on one set of numbers: what was asked, what came back, the verdict. All that follows reads tapes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..checks.errors import Died, NotAllowed, NotWritten, OutOfTime, TimedOut
from ..checks.fixtures import Finding
from ..checks.points import Counted
from ..checks.values import HandleRef
from ..running.collect import Check

RAISED = "raised"
SPARED = "spared"
"""A shared check that was not made, at no cost: one of the class's own says what is wrong."""
UNREACHED = "unreached"
"""A shared check that was not made, and is not earned: nothing works yet, or nothing else says what is wrong."""
_UNWRITTEN = re.compile(r"task (\S+) is not written yet")


@dataclass(frozen=True)
class Tape:
    check: Check
    passed: bool | None
    """None: neither right nor wrong. It was not made, there was no time left for it, or the grader failed, which is our
    mistake."""
    kind: str = ""
    """Of the failure: shape, dtype, values, raised, …"""
    says: str = ""
    """What went wrong, with numbers."""
    line: str | None = None
    signature: tuple[Any, ...] = ()
    """Of each reply of a failed check, a few numbers that two different answers practically never share."""
    told: Mapping[str, str] = field(default_factory=dict)
    """What else somebody wanted to know of it: what was called, what was printed."""
    stood_in: frozenset[str] = frozenset()
    """The reference's functions that were called in the place of wrong ones: "attention.softmax"."""
    alone: bool = False
    """Asked for each thing of a batch by itself, as the code was written for one thing alone. Nobody looks for a line
    there: on the way the code has other values than right answers have to the whole batch."""
    finding: Finding | None = field(default=None, repr=False)
    """All of it, where it was made in this process; of a failed check with every ask and every reply."""

    @staticmethod
    def of(
        check: Check,
        finding: Finding,
        told: Mapping[str, str] | None = None,
        stood_in: frozenset[str] = frozenset(),
        alone: bool = False,
    ) -> Tape:
        in_time = finding.category != OutOfTime.category
        said = (finding.passed if in_time else None, finding.category, finding.public, finding.line)
        kept = finding.without_logs() if finding.passed else finding
        return Tape(check, *said, finding.reply_fingerprints(), told or {}, stood_in, alone, kept)

    def about(self, check: Check, says: str, sign: Any) -> Tape:
        """The same failure as what came of another check; `sign` stands before its signature."""
        assert self.finding is not None
        public, safe = f"{says} {self.says}", f"{says} {self.finding.safe}"
        return replace(
            self,
            check=check,
            says=public,
            signature=(sign, *self.signature),
            alone=True,
            finding=replace(self.finding, check=check.name, public=public, safe=safe),
        )

    def plain(self) -> dict[str, Any]:
        """What a result is made of, so that another process can go on from here. At home nobody stands in."""
        left_out = ("check", "stood_in", "finding")
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in left_out}
        return {"check": self.check.name, **kept}

    @staticmethod
    def read(plain: Mapping[str, Any], checks: Mapping[str, Check]) -> Tape:
        kept = {name: value for name, value in plain.items() if name != "check"}
        return Tape(checks[plain["check"]], **{**kept, "signature": tuple(kept["signature"])})

    @property
    def unwritten(self) -> str | None:
        """The task whose stub was still there."""
        found = _UNWRITTEN.match(self.says) if self.kind == NotWritten.category else None
        return found[1] if found else None

    @property
    def stopped(self) -> bool:
        """Whether the code hung, or ended the process."""
        return self.kind in (TimedOut.category, Died.category)

    @property
    def breaks_a_rule(self) -> bool:
        return self.kind == NotAllowed.category

    @property
    def late(self) -> bool:
        """Whether it ran out of time."""
        return self.kind in (TimedOut.category, OutOfTime.category)

    @property
    def told_of(self) -> bool:
        """Whether it was made, and is worth something."""
        return not self.check.is_everyday and self.kind not in (SPARED, UNREACHED)

    @property
    def counted(self) -> Counted:
        check, kept = self.check, bool(self.passed) or self.kind == SPARED
        return Counted(
            *(check.name, kept, check.label, check.weight, check.habit),
            raised=self.kind == RAISED,
            reached=self.kind != UNREACHED,
        )


def functions_asked(asked: Iterable[tuple[str, Any]]) -> set[str]:
    """The names that people use, of targets with what came back: on the wire "#3.embed" is what they call
    lm.TransformerLM.embed."""
    names, made = set[str](), dict[str, str]()
    for target, value in asked:
        owner, _, method = target.partition(".")
        name = f"{made[owner]}.{method or 'forward'}" if owner in made else target
        if isinstance(value, HandleRef):
            made[f"#{value.number}"] = name
        else:
            names.add(name)
    return names
