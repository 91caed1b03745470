"""Grades without the reference: what right and wrong answers reply to the public checks comes from a recording.

For places that students can read. The code under test still runs in the sandbox, and verdicts are still made here; but
nothing is carried forward (there is no reference to stand in), and there are no hidden numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from ...checks.errors import GraderFault
from ...checks.student import Student
from ...checks.trace import Trace
from ...content.course import Course
from ...content.rubric import Rubric
from ...running.collect import Check, Checks
from ...running.recording import OUT_OF_STEP, Recording, Replayer
from .participants import CheckedPort, TrustedParticipants, Worlds
from .verdict_cache import Verdicts


class RecordedParticipants(TrustedParticipants):
    """Some code against the recorded reference; its own models judge what it trained, as at home."""

    def __init__(self, key: str, rubric: Rubric, port: CheckedPort, recording: Recording) -> None:
        self.key = key
        self.redrawn = {}
        self.framework: str = rubric.framework
        self.files: Collection[str] = rubric.files
        self._port = port
        self._recording = recording

    def reference(self, check: str) -> Student:
        if check not in self._recording.replies:
            raise GraderFault(OUT_OF_STEP)
        return Student(Replayer(self._recording.replies[check]))

    def judge(self, check: str) -> Student:
        return Student(self._port)


class RecordedWorlds(Worlds):
    """The recording in the place of the reference and of the known wrong answers."""

    def __init__(self, course: Course, checks: Checks) -> None:
        recording = course.recording
        if recording is None or recording.key != course.rubric.public_key():
            raise GraderFault(OUT_OF_STEP)
        self._recording = recording
        self._rubric = course.rubric
        self.modules = {}
        self.verdicts = None

    def against(self, key: str, port: CheckedPort, redrawn: Mapping[str, int] | None = None) -> TrustedParticipants:
        return RecordedParticipants(key, self._rubric, port, self._recording)

    def copes(self, check: Check, key: str) -> bool:
        """Whether the reference passes: it did when it was recorded, or there would be no recording."""
        return True

    def known(self, item: str, checks: Iterable[Check], key: str) -> dict[str, Mapping[str, Trace]]:
        return {mistake.name: mistake.traces for mistake in self._recording.mistakes if item in mistake.items}


def worlds_for(course: Course, checks: Checks, runs: Path | None = None, *, ahead: bool = True) -> Worlds:
    """The worlds of a course: with the reference, or where there is none with the recording. `runs`: what the build
    worked out, if it fits. `ahead`: what it knows of a check is asked at once; who wants to see every call asks one
    after the other."""
    if course.recording:
        return RecordedWorlds(course, checks)
    return Worlds(course, checks, Verdicts() if runs and ahead else None, runs=runs)
