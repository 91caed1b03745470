"""Gives a check its two sides on the server: the student's code, called in the sandbox, and the reference beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ...bank import Answer
from ...checks import values
from ...checks.request import Outcome, Request
from ...checks.student import Student
from ...checks.trace import Trace
from ...content.course import Course
from ...content.rubric import Rubric
from ...running.collect import Check, Checks, trace
from ...running.recording import Recorder
from ...running.trusted import Local, Overlay, load, overlay
from .verdict_cache import Verdicts


class KnownReply(NamedTuple):
    """What came of one call, and which call it was."""

    op: str
    target: str
    outcome: Outcome


class CheckedPort(Protocol):
    """A port that is asked one check after the other."""

    def perform(self, request: Request) -> Outcome: ...
    def begin(self, check: str) -> None:
        """Drop what was constructed for the check before; `check` names the next one and its numbers."""


class Memory:
    """The reference, asked once: its replies to a check depend only on the numbers, so they are kept.

    A check that goes further than any run before it (because the student's answer was right for longer) asks on: the
    requests answered from memory are then made of the reference itself, so that the objects they speak of exist.
    """

    def __init__(self, reference: Callable[[], Local], known: Callable[[str, str], list[KnownReply]]) -> None:
        """`reference`: loads it, where it must be asked. `known`: what it replies, by key and check."""
        self._reference = reference
        self._known = known
        self._kept: dict[str, list[KnownReply]] = {}

    def ask(self, key: str, check: str, name: str) -> Student:
        """`name`: of the check with its numbers."""
        if name not in self._kept:
            self._kept[name] = self._known(key, check)
        return Student(_Remembering(self._reference, self._kept[name]))


class _Remembering:
    def __init__(self, reference: Callable[[], Local], kept: list[KnownReply]) -> None:
        self._load = reference
        self._kept = kept
        self._asked: list[Request] = []
        self._reference: Local | None = None
        """From the first request on that memory does not answer."""

    def perform(self, request: Request) -> Outcome:
        count = len(self._asked)
        known = self._kept[count] if self._reference is None and count < len(self._kept) else None
        if known is not None and (known.op, known.target) == (request.op, request.target):
            outcome = known.outcome
        else:
            outcome = self._asked_on().perform(request)
            self._kept[count:] = [KnownReply(request.op, request.target, outcome)]
        self._asked.append(request)
        return replace(outcome, value=values.copy(outcome.value))

    def _asked_on(self) -> Local:
        if self._reference is None:
            self._reference = self._load()
            self._reference.begin()
            for earlier in self._asked:
                self._reference.perform(earlier)
        return self._reference


class TrustedParticipants:
    """Some code against the reference, on the numbers that `key` decides."""

    def __init__(
        self,
        key: str,
        redrawn: Mapping[str, int],
        framework: str,
        files: Collection[str],
        port: CheckedPort,
        memory: Memory,
        worlds: Worlds,
    ) -> None:
        self.key = key
        self.redrawn = redrawn
        self.framework = framework
        self.files = files
        self._port = port
        self._memory = memory
        self._worlds = worlds

    def student(self, check: str) -> Student:
        self._port.begin(self.name(check))
        return Student(self._port)

    def name(self, check: str) -> str:
        """A check on these numbers: "9f2c…:TestScores.test_values"."""
        redrawn = self.redrawn.get(check, 0)
        return f"{self.key}:{check}#{redrawn}" if redrawn else f"{self.key}:{check}"

    def reference(self, check: str) -> Student:
        return self._memory.ask(self.key, check, self.name(check))

    def judge(self, check: str) -> Student:
        self._worlds.judge.begin()
        return Student(self._worlds.judge)


class RecordingParticipants:
    """The reference against itself, its replies kept for students' machines."""

    def __init__(
        self, key: str, rubric: Rubric, world: CheckedPort, reference: Local, redrawn: Mapping[str, int] | None = None
    ) -> None:
        self.key = key
        self.redrawn: Mapping[str, int] = redrawn or {}
        self.framework: str = rubric.framework
        self.files: Collection[str] = rubric.files
        self._world = world
        self._reference = reference
        self.recorder = Recorder(reference)

    def student(self, check: str) -> Student:
        self._world.begin(check)
        return Student(self._world)

    def reference(self, check: str) -> Student:
        self._reference.begin()
        self.recorder = Recorder(self._reference)
        return Student(self.recorder)

    def judge(self, check: str) -> Student:
        return Student(self._world)


class Worlds:
    """The reference and the known wrong answers, loaded when first needed; their traces, computed once."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        verdicts: Verdicts | None = None,
        runs: Path | None = None,
        follow_known: Callable[..., Any] | None = None,
    ) -> None:
        """`runs`: what known code does on these numbers, made by the build and found to fit (grading/version.py).
        `follow_known` runs every call of a known answer, and may look on."""
        self._follow_known = follow_known
        self._course = course
        self._checks = checks
        self._framework, self._files = course.rubric.framework, course.rubric.files
        self._memory = Memory(lambda: self.reference, lambda key, check: [])
        self._worlds: dict[tuple[str, tuple[str, ...]], Local] = {}
        self._sides: dict[tuple[str, tuple[str, ...], str], TrustedParticipants] = {}
        """Of known answers: kept, for it is known of them in which form they are to be asked."""
        self._traces: dict[tuple[str, str, str], Trace] = {}
        self._copes: dict[tuple[str, str], bool] = {}
        self.verdicts = verdicts
        """What is remembered of earlier submissions, where there are any."""

    @cached_property
    def modules(self) -> dict[str, ModuleType]:
        """The reference as it answers call-backs. A child of the grader's has them, so they stay as they are."""
        return load(self._course.trusted_sources())

    @cached_property
    def reference(self) -> Local:
        return self.load()

    @cached_property
    def judge(self) -> Local:
        """Judges what was trained."""
        return self.load()

    def load(self, *overlays: Overlay) -> Local:
        return Local(load(self._course.trusted_sources(), overlays))

    def against(self, key: str, port: CheckedPort, redrawn: Mapping[str, int] | None = None) -> TrustedParticipants:
        if redrawn is None:
            redrawn = {} if key == self._course.rubric.public_key() else self._course.redrawn
        return TrustedParticipants(key, redrawn, self._framework, self._files, port, self._memory, self)

    def recall(self, checks: Iterable[Check], sides: TrustedParticipants) -> None:
        """Nothing is known before it is asked."""

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
        right = tuple(name for name in stands_on if name in answer.replaces)
        if (answer.name, right) not in self._worlds:
            modules = load(self._course.trusted_sources(), [overlay(answer)])
            for name in right:
                setattr(modules[answer.module], name, getattr(self.modules[answer.module], name))
            self._worlds[answer.name, right] = Local(modules, follow=self._follow_known)
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
