"""Makes checks: gives each a program and, in the place of the reference, its recording, and keeps a tape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from ..checks.errors import Died, GraderFault, NotAllowed, NotLoaded, NotWritten, TimedOut, WrongWeights
from ..checks.fixtures import Finding
from ..checks.one_at_a_time import OneAtATime
from ..checks.student import Log, Student
from ..running.collect import Check, Checks
from ..running.recording import Replayer
from .assignment import Assignment
from .program import Program
from .recording import Numbers
from .tape import SPARED, UNREACHED, Tape

NOT_TRIED = frozenset(kind.category for kind in (NotWritten, NotLoaded, NotAllowed, TimedOut, Died, WrongWeights))
"""Who fails so does not fail because a batch came at once."""
OF_VALUES = ("values", "nan")
"""Kinds of failures of an answer that has the right type and shape."""
ONE_AT_A_TIME = ["value", "one at a time", [], []]
"""Stands before the signature of code that was written for one thing alone, like one more reply."""


class Sides:
    """The participants of checks on one set of numbers (checks/fixtures.py)."""

    def __init__(
        self,
        program: Program,
        numbers: Numbers,
        assignment: Assignment,
        task_of: Callable[[str], str],
        judge: Program | None,
        alone: int = 0,
    ) -> None:
        """`task_of`: check → its task. `alone`: how many dimensions one thing has, where the code is asked for each
        thing of a batch by itself."""
        self.key: str = numbers.key
        self.redrawn: Mapping[str, int] = numbers.redrawn
        self.framework: str = assignment.framework
        self.files: Collection[str] = assignment.files
        self._program, self._numbers, self._task_of, self._judge = program, numbers, task_of, judge
        self._alone = alone
        self.each = Log()
        """What the code was really asked."""

    def student(self, check: str) -> Student:
        self._program.begin(check, self._task_of(check))
        student = Student(self._program)
        self.each = student.log
        return Student(OneAtATime(student, self._alone)) if self._alone else student

    def reference(self, check: str) -> Student:
        return Student(Replayer(self._numbers.replies(check)))

    def judge(self, check: str) -> Student:
        if self._judge is None:
            raise GraderFault(f"{check} needs a model to judge weights with, and here there is none")
        self._judge.begin(check)
        return Student(self._judge)


@dataclass(frozen=True)
class Bench:
    """Where checks are made: all that stays the same from one program to the next."""

    assignment: Assignment
    checks: Checks
    numbers: Numbers
    judge: Program | None = None
    """Runs the model with which trained weights are judged: a recording cannot."""
    finished: Mapping[str, Tape] = field(default_factory=dict)
    """Check → its tape, of a process that did not live to the end."""
    ends: Callable[[Tape], None] = lambda tape: None
    tell: Callable[[Finding], Mapping[str, str]] = lambda finding: {}
    """What else somebody wants to know of a finding."""
    guard: Callable[[], AbstractContextManager[object]] = nullcontext
    """Held around what a check makes of the replies."""
    keeps_replies: bool = True
    """Whether a tape of a failed check keeps what was sent and what came: of a whole grade that can be a gigabyte."""

    def run(self, checks: Sequence[Check], program: Program) -> list[Tape]:
        """The tapes of a class of checks.

        The first of its own checks decides in which form the code is asked: a batch at once, or, where that fails and
        each thing by itself gets further, one at a time. Shared checks are made where the everyday case is right.
        """
        own = [check for check in checks if not (check.shared or check.is_everyday)]
        tapes = [self._first(own[0], program)] if own else []
        alone = any(tape.alone for tape in tapes)
        tapes += self.make([check for check in checks if check.is_everyday or check in own[1:]], program, alone)
        shared = [check for check in checks if check.shared]
        if why := _why_not(tapes):
            tapes += [Tape(check, None, why) for check in shared]
        else:
            tapes += self.make(shared, program, alone)
        return sorted(tapes, key=lambda tape: checks.index(tape.check))

    def make(self, checks: Sequence[Check], program: Program, alone: bool) -> list[Tape]:
        """The tapes of checks of one class, each made; `alone`: one thing at a time."""
        return [self.finished.get(check.name) or self._made(check, program, alone) for check in checks]

    def _first(self, check: Check, program: Program) -> Tape:
        if check.name in self.finished:
            return self.finished[check.name]
        tape = self._tape(check, program, alone=False)
        batches = check.thing and tape.passed is False and tape.kind not in NOT_TRIED
        other = self._tape(check, program, alone=True) if batches else tape
        tape = other if other.passed or _gets_further(other, tape) else tape
        self.ends(tape)
        return tape

    def _made(self, check: Check, program: Program, alone: bool) -> Tape:
        if alone and check.is_about_batches:
            tape = self._of_the_habit(check, program)
        else:
            tape = self._tape(check, program, alone)
        self.ends(tape)
        return tape

    def _of_the_habit(self, check: Check, program: Program) -> Tape:
        """The check that code for one thing alone fails; where it happens to pass, the first of the class does not."""
        first = next(
            each for each in self.checks.of(check.item) if each.family == check.family and not each.is_everyday
        )
        tape = self._tape(check, program, alone=False)
        refused = self._tape(first, program, alone=False) if tape.passed else tape
        says = (
            "your code works for one thing at a time, such as one sequence. The other checks therefore hand over one; "
            "this one hands over several, with more dimensions in front, and"
        )
        return refused.about(check, says, ONE_AT_A_TIME)

    def _tape(self, check: Check, program: Program, alone: bool) -> Tape:
        dims = max(check.thing, 2) if alone else 0
        sides = Sides(program, self.numbers, self.assignment, self.checks.task_of, self.judge, dims)
        finding = self._found(check, sides)
        if finding.category == Died.category:  # perhaps killed by somebody else; who dies twice did it
            finding = self._found(check, sides)
        finding.each = sides.each if alone else None
        kept = finding if self.keeps_replies else finding.without_logs()
        return Tape.of(check, kept, self.tell(finding), program.stood_in, alone)

    def _found(self, check: Check, sides: Sides) -> Finding:
        with self.guard():
            return self.checks.run(check, sides)


def _gets_further(alone: Tape, batch: Tape) -> bool:
    """Whether code that is wrong in either form has an answer of the right shape to one thing alone: what is wrong with
    it is then seen there."""
    return alone.kind in OF_VALUES and batch.kind not in OF_VALUES


def _why_not(tapes: Sequence[Tape]) -> str:
    """Why shared checks are not made: where the everyday case is wrong, they would only say so again."""
    everyday = [tape for tape in tapes if tape.check.is_everyday]
    own = [tape for tape in tapes if not tape.check.is_everyday]
    if all(tape.passed for tape in everyday):
        return ""
    explained = bool(own) and own[0].passed and not all(tape.passed for tape in own)
    return SPARED if explained else UNREACHED
