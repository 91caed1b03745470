"""Makes checks: gives each a program and, in the place of the reference, its recording, and keeps a tape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from ..checks.errors import Died, GraderFault
from ..checks.fixtures import Finding
from ..checks.student import Student
from ..running.collect import Check, Checks
from ..running.recording import Replayer
from .assignment import Assignment
from .program import Program
from .recording import Numbers
from .tape import Tape


class Sides:
    """The participants of checks on one set of numbers (checks/fixtures.py)."""

    def __init__(
        self,
        program: Program,
        numbers: Numbers,
        assignment: Assignment,
        task_of: Callable[[str], str],
        judge: Program | None,
    ) -> None:
        """`task_of`: check → its task."""
        self.key: str = numbers.key
        self.redrawn: Mapping[str, int] = numbers.redrawn
        self.framework: str = assignment.framework
        self.files: Collection[str] = assignment.files
        self._program, self._numbers, self._task_of, self._judge = program, numbers, task_of, judge

    def student(self, check: str) -> Student:
        self._program.begin(check, self._task_of(check))
        return Student(self._program)

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
    begins: Callable[[Check], None] = lambda check: None
    ends: Callable[[Tape], None] = lambda tape: None
    tell: Callable[[Finding], Mapping[str, str]] = lambda finding: {}
    """What else somebody wants to know of a finding."""
    guard: Callable[[], AbstractContextManager[object]] = nullcontext
    """Held around what a check makes of the replies."""
    keeps_replies: bool = True
    """Whether a tape of a failed check keeps what was sent and what came: of a whole grade that can be a gigabyte."""

    def run(self, checks: Sequence[Check], program: Program) -> list[Tape]:
        """The tapes of checks of one class: in which form the code was written is found out once for them."""
        sides = Sides(program, self.numbers, self.assignment, self.checks.task_of, self.judge)
        return [self.finished.get(check.name) or self._made(check, program, sides) for check in checks]

    def _made(self, check: Check, program: Program, sides: Sides) -> Tape:
        self.begins(check)
        finding = self._found(check, sides)
        if finding.category == Died.category:  # perhaps killed by somebody else; who dies twice did it
            finding = self._found(check, sides)
        kept = finding if self.keeps_replies else finding.without_logs()
        tape = Tape.of(check, kept, self.tell(finding), program.stood_in)
        self.ends(tape)
        return tape

    def _found(self, check: Check, sides: Sides) -> Finding:
        with self.guard():
            return self.checks.run(check, sides)
