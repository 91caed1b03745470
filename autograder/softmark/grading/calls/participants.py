"""The two sides of a check on the server: the student's code, called in the sandbox, and the reference beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from ...checks import values
from ...checks.request import Outcome, Request
from ...checks.student import Student
from ...checks.trace import Trace
from ...content.course import Course
from ...content.known_answers import Answer
from ...running.collect import Check, Checks, trace
from ...running.recording import Recorder
from ...running.trusted import Local, Overlay, load
from .examiner import Examiner
from .verdict_cache import Verdicts


class CheckedPort(Protocol):
    """A port that is asked one check after the other."""

    def perform(self, request: Request) -> Outcome: ...
    def begin(self, check: str) -> None:
        """Drop what was constructed for the check before; `check` names the next one and its numbers."""


class Memory:
    """The reference, asked once: its replies to a check depend only on the numbers, so they are kept.

    A check that goes further than any run before it (because the student's answer was right for longer) asks on: the
    requests answered from memory are then made again, so that the constructed objects they speak of exist.
    """

    def __init__(self, reference: Local) -> None:
        self._reference = reference
        self._kept: dict[str, list[tuple[Request, Outcome]]] = {}

    def ask(self, check: str) -> Student:
        """`check`: with its numbers."""
        return Student(_Remembering(self._reference, self._kept.setdefault(check, [])))


class _Remembering:
    def __init__(self, reference: Local, kept: list[tuple[Request, Outcome]]) -> None:
        self._reference = reference
        self._kept = kept
        self._next = 0
        self._live = False

    def perform(self, request: Request) -> Outcome:
        if self._next < len(self._kept):
            outcome = self._kept[self._next][1]
        else:
            if not self._live:
                self._reference.begin()
                for earlier, _ in self._kept:
                    self._reference.perform(earlier)
                self._live = True
            outcome = self._reference.perform(request)
            self._kept.append((request, outcome))
        self._next += 1
        return replace(outcome, value=values.copy(outcome.value))


class TrustedParticipants:
    """Some code against the reference, on the numbers that `key` decides."""

    def __init__(
        self,
        key: str,
        redrawn: Mapping[str, int],
        framework: str,
        port: CheckedPort,
        memory: Memory,
        judge: Local,
        examiner: Examiner,
    ) -> None:
        self.key = key
        self.redrawn = redrawn
        self._examiner = examiner
        self.framework = framework
        self._port = port
        self._memory = memory
        self._judge = judge

    def student(self, check: str) -> Student:
        self._port.begin(self.name(check))
        return Student(self._port)

    def name(self, check: str) -> str:
        """A check on these numbers: "9f2c…:TestScores.test_values"."""
        redrawn = self.redrawn.get(check, 0)
        return f"{self.key}:{check}#{redrawn}" if redrawn else f"{self.key}:{check}"

    def reference(self, check: str) -> Student:
        return self._memory.ask(self.name(check))

    def judge(self, check: str) -> Student:
        self._judge.begin()
        return Student(self._judge)

    def examiner(self, check: str) -> Student:
        return Student(self._examiner)


class RecordingParticipants:
    """The reference against itself, its replies kept for students' machines."""

    def __init__(
        self, key: str, framework: str, world: Local, reference: Local, redrawn: Mapping[str, int] | None = None
    ) -> None:
        self.key = key
        self.redrawn: Mapping[str, int] = redrawn or {}
        self.framework = framework
        self._world = world
        self._reference = reference
        self.recorder = Recorder(reference)

    def student(self, check: str) -> Student:
        self._world.begin()
        return Student(self._world)

    def reference(self, check: str) -> Student:
        self._reference.begin()
        self.recorder = Recorder(self._reference)
        return Student(self.recorder)

    def judge(self, check: str) -> Student:
        return Student(self._world)

    def examiner(self, check: str) -> Student:
        return Student(self._world)


class Worlds:
    """The reference and the known wrong answers, loaded when first needed; their traces, computed once."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        verdicts: Verdicts | None = None,
        recorded: Mapping[str, Mapping[str, Trace]] = {},
    ) -> None:
        self._course = course
        self._recorded = recorded
        """What known mistakes do on public numbers, where somebody has looked that it is still so."""
        self._checks = checks
        self._framework = course.rubric.framework
        self.modules = load(course.trusted_sources())
        """The reference as it answers call-backs. A child of the grader's has them, so they stay as they are."""
        self.reference = self.load()
        self._memory = Memory(self.reference)
        self._judge = self.load()
        self._worlds: dict[tuple[str, tuple[str, ...]], Local] = {}
        self._sides: dict[tuple[str, tuple[str, ...], str], TrustedParticipants] = {}
        """Of known answers: kept, for it is known of them in which form they are to be asked."""
        self._traces: dict[tuple[str, str, str], Trace] = {}
        self._copes: dict[tuple[str, str], bool] = {}
        self.verdicts = verdicts
        """What is remembered of earlier submissions, where there are any."""

    def load(self, *overlays: Overlay) -> Local:
        return Local(load(self._course.trusted_sources(), overlays))

    def against(self, key: str, port: CheckedPort, redrawn: Mapping[str, int] | None = None) -> TrustedParticipants:
        if redrawn is None:
            redrawn = {} if key == self._course.rubric.public_key() else self._course.redrawn
        examiner = Examiner(self.modules)
        return TrustedParticipants(key, redrawn, self._framework, port, self._memory, self._judge, examiner)

    def copes(self, check: Check, key: str) -> bool:
        """Whether a check comes to a verdict on the reference itself."""
        place = (check.name, key)
        if place not in self._copes:
            finding = self._checks.run(check, self.against(key, self.load()))
            self._copes[place] = finding.passed is not None and not finding.after_reply
        return self._copes[place]

    def trace(self, answer: Answer, check: Check, key: str) -> Trace:
        """How a known answer does on one check."""
        place = (answer.name, check.name, key)
        kept = self._recorded.get(answer.name, {}).get(check.name)
        if kept is not None and key == self._course.rubric.public_key():
            return kept
        if place not in self._traces:
            asked_before = (answer.name, check.stands_on, key)
            if asked_before not in self._sides:
                self._sides[asked_before] = self.sides_of(answer, key, check.stands_on)
            self._traces[place] = trace(self._checks.run(check, self._sides[asked_before]))
        return self._traces[place]

    def sides_of(
        self, answer: Answer, key: str, stands_on: tuple[str, ...], redrawn: Mapping[str, int] | None = None
    ) -> TrustedParticipants:
        """Of a known answer; where it replaces what a check stands on, on top of the reference's, as it is graded."""
        right = tuple(name for name in stands_on if name in answer.replaces())
        if (answer.name, right) not in self._worlds:
            modules = load(self._course.trusted_sources(), [answer.overlay])
            for name in right:
                setattr(modules[answer.overlay.module], name, getattr(self.modules[answer.overlay.module], name))
            self._worlds[answer.name, right] = Local(modules)
        return self.against(key, self._worlds[answer.name, right], redrawn)

    def known(self, item: str, checks: Iterable[Check], key: str) -> dict[str, Mapping[str, Trace]]:
        """The traces of every known mistake of a task, for diagnosis; each is made when it is first looked at."""
        wanted = {check.name: check for check in checks}
        return {
            answer.name: _Traces(self, answer, wanted, key)
            for answer in self._course.known_mistakes
            if item in answer.loses
        }


class _Traces(Mapping[str, Trace]):
    """How one known mistake does on the checks of a task."""

    def __init__(self, worlds: Worlds, answer: Answer, checks: Mapping[str, Check], key: str) -> None:
        self._worlds, self._answer, self._checks, self._key = worlds, answer, checks, key

    def __getitem__(self, check: str) -> Trace:
        return self._worlds.trace(self._answer, self._checks[check], self._key)

    def __contains__(self, check: object) -> bool:
        return check in self._checks

    def __iter__(self) -> Iterator[str]:
        return iter(self._checks)

    def __len__(self) -> int:
        return len(self._checks)
