"""The fixtures of a check (`student`, `reference`, `judge`, `draw`, `weights`, `same`, `everyday`) and their trace.

The participants say where they come from: on the server a sandboxed worker and the real reference; on a student's
machine their own folder and the recorded reference; in the audit trusted code all the way.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from .case import EVERYDAY, Everyday, is_shared
from .compare import Mismatch, Same
from .draw import Draw
from .errors import GRADER, BadAnswer, GraderFault, NoValue, StudentFailure
from .student import Log, Student
from .trace import fingerprints_of
from .weights import Weights


class Participants(Protocol):
    """Where a check's participants come from."""

    key: str
    """Decides the numbers that checks draw."""
    redrawn: Mapping[str, int]
    """Check → how often its numbers were drawn before those that it draws now."""
    framework: str
    files: Collection[str]
    """What students write."""

    def student(self, check: str) -> Student: ...
    def reference(self, check: str) -> Student: ...
    def judge(self, check: str) -> Student:
        """Runs the model code with which trained weights are judged: the reference, or at home the student's own."""
        ...


@dataclass
class Finding:
    """What came of one check."""

    check: str
    passed: bool | None = None
    """None: the grader failed, which is nobody's mistake but ours."""
    category: str = ""
    public: str = ""
    safe: str = ""
    staff: str = ""
    line: str | None = None
    log: Log = field(default_factory=Log)
    """What was asked of the code under test, and what it replied."""
    expected: Log = field(default_factory=Log)
    """The same of the reference."""
    each: Log | None = None
    """What the code was really asked, where it is asked for each thing of a batch by itself."""
    fingerprints: tuple[Any, ...] | None = None
    """The fingerprints of the log, where the log itself was not kept."""
    after_reply: str = ""
    """The traceback, where the check itself failed on a reply. Our fault if it fails on the reference's as well."""

    def without_logs(self) -> Finding:
        """The same finding without its logs, which hold every input and every reply."""
        if self.fingerprints is not None and not (self.log.replies or self.expected.replies):
            return self  # it has none
        return replace(self, log=Log(), expected=Log(), each=None, fingerprints=self.reply_fingerprints())

    def reply_fingerprints(self) -> tuple[Any, ...]:
        """A fingerprint of each reply of a failed check. A passed check has none: its replies are the reference's."""
        if self.passed:
            return ()
        return _short(fingerprints_of(self.log)) if self.fingerprints is None else self.fingerprints

    def is_ours(self) -> None:
        """Whether the grader failed here, and not the student's code."""
        self.passed, self.category, self.line = None, GRADER, None
        self.public = self.safe = "the grader failed here; this is not your mistake, and staff can see why"
        self.staff, self.after_reply = self.after_reply or self.staff, ""


MOST_IN_FINGERPRINTS = 4000
"""Parts of a reply's fingerprint. An answer in more pieces is like no known mistake, and what is kept of it stays
small."""


def _short(fingerprints: tuple[Any, ...]) -> tuple[Any, ...]:
    return fingerprints if _parts(fingerprints) <= MOST_IN_FINGERPRINTS else (["large"],)


def _parts(node: Any) -> int:
    return 1 + sum(map(_parts, node)) if isinstance(node, list | tuple) else 1


class Node(Protocol):
    """A check as it was found: by pytest, or without it (running/plain_collection.py)."""

    @property
    def nodeid(self) -> str: ...
    @property
    def obj(self) -> Any:
        """The function."""
        ...


def check_name(item: Node) -> str:
    """ "TestScores.test_values[float32]": the name that seeds the numbers and keys the recording."""
    return item.nodeid.split("::", 1)[-1].replace("::", ".")


def everyday_name(check: str) -> str:
    """That of the check which asks the everyday case of a check's class."""
    return f"{check.partition('.')[0]}.{EVERYDAY}"


FIXTURES = ("student", "reference", "judge", "draw", "weights", "same", EVERYDAY)
"""The fixtures that checks are written with."""


class Fixtures:
    """Of one check: each is made when it is asked for, and made once."""

    def __init__(self, sides: Participants, finding: Finding, owner: Any = None) -> None:
        """`owner`: an instance of the check's class, which says what its everyday case is."""
        self._sides, self._finding, self._owner = sides, finding, owner

    def of(self, names: Collection[str]) -> dict[str, Any]:
        if strange := [name for name in names if name not in FIXTURES]:
            raise GraderFault(f"there is no fixture {strange[0]!r}")
        return {name: getattr(self, name) for name in names}

    @cached_property
    def student(self) -> Student:
        student = self._sides.student(self._finding.check).knows(self._sides.files)
        self._finding.log = student.log
        return student

    @cached_property
    def reference(self) -> Student:
        reference = self._sides.reference(self._finding.check).knows(self._sides.files)
        self._finding.expected = reference.log
        return reference

    @cached_property
    def judge(self) -> Student:
        return self._sides.judge(self._finding.check).knows(self._sides.files)

    @cached_property
    def draw(self) -> Draw:
        return self._numbers(self._finding.check)

    @cached_property
    def weights(self) -> Weights:
        """Out of the same numbers as the rest of the check."""
        return Weights(self.draw)

    @cached_property
    def same(self) -> Same:
        """Where every task promises its dtype, the other checks leave it to that one."""
        own = hasattr(self._owner, "case") and not is_shared(self._owner, self._finding.check.rpartition(".")[2])
        return Same(any_float=own)

    @cached_property
    def everyday(self) -> Everyday:
        draw = self._numbers(everyday_name(self._finding.check))
        return Everyday(self._owner.case(draw, Weights(draw)), self.student, self.reference)

    def _numbers(self, name: str) -> Draw:
        return Draw(self._sides.key, name, self._sides.framework, self._sides.redrawn.get(name, 0))


def conclude(finding: Finding, error: BaseException | None) -> None:
    """Note what came of a check: it passes only by returning, and everything else is a failure of the student's or
    ours."""
    if error is None:
        finding.passed = True
    elif isinstance(error, StudentFailure | Mismatch):
        finding.passed = False
        finding.category, finding.public, finding.safe = error.category, error.public(), error.safe()
        finding.line = getattr(error, "line", None)
        finding.staff = getattr(error, "staff", "") or error.public()
    elif isinstance(error, AssertionError):
        # A plain assert in a grader is a verdict on the student; anything else is a fault of the grader.
        sentence = str(error).splitlines()[0] if str(error) else "the property does not hold"
        finding.passed, finding.category = False, "property"
        finding.public, finding.safe, finding.staff = sentence, "the property does not hold", str(error)
    else:
        seen_by_student = _visible_text(error)
        if _right_after_a_reply(finding, error):
            sentence = "your code returned something that the check cannot use"
            words = (str(error).strip().splitlines() or [""])[0][:200]
            said = f"{sentence} ({type(error).__name__}: {words})"
            last = finding.log.replies[-1].outcome
            if last is not None and last.value is None:
                said = sentence = "the result is None: is `return` missing?"
            finding.passed, finding.category, finding.safe = False, BadAnswer.category, sentence
            finding.public, finding.staff = said, seen_by_student
            finding.after_reply = seen_by_student
        else:
            finding.staff = seen_by_student
            finding.is_ours()


def _visible_text(error: BaseException) -> str:
    """For staff: the traceback, or for a check that is written wrongly the line to change and a sentence."""
    if isinstance(error, NoValue):
        steps = traceback.extract_tb(error.__traceback__)
        files = [(step, Path(step.filename)) for step in steps]
        # neither the engine, nor a library that was given the stand-in
        own = [step for step, f in files if f.parent != Path(__file__).parent and "site-packages" not in f.parts]
        return f"{Path(own[-1].filename).name} line {own[-1].lineno}: {error}" if own else str(error)
    return "".join(traceback.format_exception(type(error), error, error.__traceback__, limit=-8))[-4000:]


def _right_after_a_reply(finding: Finding, error: BaseException) -> bool:
    """Whether the check stumbled over something that came from the student: it copes with what the reference
    replies."""
    if isinstance(error, NoValue):
        return error.returned
    if not isinstance(error, Exception) or isinstance(error, GraderFault | OSError):
        return False
    return bool(finding.log.replies) and not finding.log.broken
