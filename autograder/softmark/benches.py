"""Benches of the trusted process: a port to the code under test on one side, the reference on the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .bank import Answer
from .collect import Check, Checks, trace
from .course import Course
from .diagnose import Trace
from .execute import Outcome, Request
from .local import Local, Overlay, load
from .recorded import Recorder
from .student import Student


class ForgetfulPort(Protocol):
    """A port whose constructed objects can be dropped between checks."""

    def perform(self, request: Request) -> Outcome: ...
    def forget(self) -> None: ...


class TrustedBench:
    """Some code against the reference, on the numbers that `key` decides."""

    def __init__(self, key: str, framework: str, port: ForgetfulPort, reference: Local) -> None:
        self.key = key
        self.framework = framework
        self._port = port
        self._reference = reference

    def student(self, check: str) -> Student:
        self._port.forget()
        return Student(self._port)

    def reference(self, check: str) -> Student:
        self._reference.forget()
        return Student(self._reference)

    def judge(self, check: str) -> Student:
        return Student(self._reference)


class RecordingBench(TrustedBench):
    """The reference against itself, its replies kept."""

    def __init__(self, key: str, framework: str, world: Local, reference: Local) -> None:
        super().__init__(key, framework, world, reference)
        self.recorder = Recorder(reference)

    def reference(self, check: str) -> Student:
        self._reference.forget()
        self.recorder = Recorder(self._reference)
        return Student(self.recorder)


class Worlds:
    """The reference and the known wrong answers, loaded when first needed; their traces, computed once."""

    def __init__(self, course: Course, checks: Checks) -> None:
        self._course = course
        self._checks = checks
        self._framework = course.rubric.framework
        self.reference = self.load()
        self._worlds: dict[str, Local] = {}
        self._traces: dict[tuple[str, str, str], Trace] = {}

    def load(self, *overlays: Overlay) -> Local:
        return Local(load(self._course.trusted_sources(), overlays))

    def bench(self, key: str, port: ForgetfulPort) -> TrustedBench:
        return TrustedBench(key, self._framework, port, self.reference)

    def trace(self, answer: Answer, check: Check, key: str) -> Trace:
        """How a known answer does on one check."""
        place = (answer.name, check.name, key)
        if place not in self._traces:
            if answer.name not in self._worlds:
                self._worlds[answer.name] = self.load(answer.overlay)
            finding = self._checks.run(check, self.bench(key, self._worlds[answer.name]))
            self._traces[place] = trace(finding)
        return self._traces[place]

    def known(self, item: str, checks: Iterable[Check], key: str) -> dict[str, dict[str, Trace]]:
        """The traces of every known mistake of an item, for diagnosis."""
        wanted = list(checks)
        return {
            answer.name: {check.name: self.trace(answer, check, key) for check in wanted}
            for answer in self._course.misconceptions
            if item in answer.loses
        }
