"""Chooses the hidden numbers of a salt, and records on them: no known mistake passes by luck.

What a check catches on public numbers, it is to catch on this salt's, too. Where it does not, its numbers are drawn
again. The choice is made once for a salt and lies beside it (content/hidden_draws.py). What comes later, a new known
mistake or a changed check, never changes a choice that was made: whoever was graded keeps their numbers, and the build
only says what it found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.fixtures import everyday_name
from ..checks.trace import Trace
from ..content import hidden_draws
from ..content.course import Course
from ..core.recording import Numbers
from ..grading.version import fitting_recording, stamp
from ..running import recording as recorded
from ..running.collect import Check, Checks, with_checks
from ..running.recording import KnownMistake, Recording, known_traces
from . import recorded_numbers, student_folder
from .known_code import KnownCode

MOST_DRAWS = 16
"""A check that lets a known mistake pass that often, and caught it on public numbers, caught it there by luck."""
SOURCES = "sources"

Traces = Mapping[str, Mapping[str, Trace]]
"""Known mistake → check → what it does there."""


def is_recorded(course: Course) -> bool:
    """Whether the recording is there and fits everything that it was made from."""
    if not course.hidden_draws_path.exists():
        return False
    return recorded.made_from(course.hidden_recording_path).get(SOURCES) == _sources(course, course.redrawn)


def record(course: Course) -> str:
    """Choose the hidden numbers where nobody has, and record on them; what staff are told about it."""
    if is_recorded(course):
        if fitting_recording(course) is None:  # something else has changed that makes another grader
            # the graders bring the framework, whose arrays are in the file
            with_checks(course.graders, lambda checks: _write(course, recorded.read(course.hidden_recording_path)))
        return f"hidden numbers: kept, {hidden_draws.in_words(course.redrawn)}"
    said: list[str] = []
    with_checks(course.graders, lambda checks: said.append(_Choice(course, checks).made()))
    return said[0]


def by_luck(course: Course) -> list[str]:
    """A sentence for each check that catches known mistakes on public numbers and lets them pass on this salt's: it is
    too weak for them, or they became known after the numbers were chosen."""
    return [
        f"{check} fails on public numbers and passes on this salt's for {', '.join(sorted(names))}"
        for check, names in sorted(recorded.by_luck(course.hidden_recording_path).items())
    ]


class _Drawn(NamedTuple):
    """Other numbers for the checks that are made on one name's."""

    times: int
    replies: dict[str, recorded_numbers.Replies]
    numbers: Numbers


class _Choice:
    """One pass over the known mistakes."""

    def __init__(self, course: Course, checks: Checks) -> None:
        self._course, self._known = course, KnownCode(course, checks)
        active = self._known.assignment.by_id.keys()
        self._mistakes = {answer.name: answer for answer in course.known_mistakes if active & {*answer.loses}}
        self._key = course.hidden_key()
        self._before = dict(course.redrawn)
        """What is chosen already stays."""
        self._redrawn = dict(self._before)
        self._replies: dict[str, recorded_numbers.Replies] = {}
        self._done: dict[str, recorded_numbers.Signature] = {}

    def made(self) -> str:
        public = self._on_public_numbers()
        self._replies = recorded_numbers.replies(self._known, self._key, self._redrawn)
        self._done = recorded_numbers.signatures(self._known, self._numbers, [*self._mistakes.values()])
        for name, checks in self._by_numbers().items():
            if name not in self._before:
                self._choose(name, checks, public)
        self._keep({name: done.traces for name, done in self._done.items()}, public)
        how, numbers = "kept" if self._before else "chosen", hidden_draws.in_words(self._redrawn)
        return f"hidden numbers: {how}, {numbers}; {len(self._mistakes)} known mistakes tried"

    @property
    def _numbers(self) -> Numbers:
        return recorded_numbers.numbers_of(self._key, self._replies, dict(self._redrawn))

    def _by_numbers(self) -> dict[str, list[Check]]:
        """The name that seeds numbers → the checks that are made on them: shared ones on the everyday case's."""
        found: dict[str, list[Check]] = {}
        for check in self._known.checks:
            found.setdefault(everyday_name(check.name) if check.shared else check.name, []).append(check)
        return found

    def _on_public_numbers(self) -> Traces:
        if (path := student_folder.traces_for(self._course)) is not None:
            return known_traces(path)
        key = self._course.rubric.public_key()
        numbers = recorded_numbers.numbers_of(key, recorded_numbers.replies(self._known, key, {}))
        done = recorded_numbers.signatures(self._known, numbers, [*self._mistakes.values()])
        return {name: each.traces for name, each in done.items()}

    def _choose(self, name: str, checks: Sequence[Check], public: Traces) -> None:
        pairs = [(answer, check) for check in checks for answer in self._about(check)]
        caught = [(answer, check) for answer, check in pairs if _passed(public.get(answer.name), check) is False]
        lucky = [(answer, check) for answer, check in caught if _passed(self._done[answer.name].traces, check)]
        drawn = self._drawn_again(name, checks, [*lucky, *caught]) if lucky else None
        self._redrawn[name] = drawn.times if drawn else 0
        if drawn:
            self._replies |= drawn.replies
            for answer, check in pairs:
                self._try_again(answer, check, drawn.numbers)

    def _about(self, check: Check) -> list[Answer]:
        return [answer for answer in self._mistakes.values() if check.item in answer.loses]

    def _drawn_again(self, name: str, checks: Sequence[Check], caught: Sequence[tuple[Answer, Check]]) -> _Drawn | None:
        """Numbers of this name on which all that public numbers catch is caught; None if there are none."""
        for times in range(1, MOST_DRAWS + 1):
            redrawn = {name: times}
            try:
                made = [recorded_numbers.replies_to(self._known, self._key, redrawn, check) for check in checks]
            except GraderFault:  # the reference itself does not pass
                continue
            replies = {check.name: found for check, found in zip(checks, made, strict=True)}
            drawn = _Drawn(times, replies, recorded_numbers.numbers_of(self._key, replies, redrawn))
            if not any(self._alone(answer, check, drawn.numbers).passed for answer, check in caught):
                return drawn
        return None

    def _alone(self, answer: Answer, check: Check, drawn: Numbers) -> Trace:
        return recorded_numbers.trace(self._known, drawn, answer, check, self._done[answer.name])

    def _try_again(self, answer: Answer, check: Check, drawn: Numbers) -> None:
        """Where a check comes to something else on other numbers, what stands on it may, too."""
        traces = self._done[answer.name].traces
        now = self._alone(answer, check, drawn) if check.name in traces or not check.shared else None
        if now and check.name in traces and traces[check.name].passed == now.passed:
            traces[check.name] = now
        elif now:
            self._done[answer.name] = recorded_numbers.signature(self._known, self._numbers, answer)

    def _keep(self, hidden: Traces, public: Traces) -> None:
        course = self._course
        made = recorded_numbers.recording(self._key, self._replies, [])
        made.made_from[SOURCES] = _sources(course, self._redrawn)
        for name, traces in hidden.items():
            made.mistakes.append(KnownMistake(name, "", "", "", self._mistakes[name].loses, dict(traces)))
            for check, trace in traces.items():
                if trace.passed and check in public.get(name, {}) and not public[name][check].passed:
                    made.by_luck.setdefault(check, []).append(name)
        hidden_draws.write(course.hidden_draws_path, course.fingerprint, self._redrawn)
        course.__dict__.pop("redrawn", None)  # others are asked from now on
        _write(course, made)


def _passed(traces: Mapping[str, Trace] | None, check: Check) -> bool | None:
    """None where it was not made."""
    return traces[check.name].passed if traces and check.name in traces else None


def _write(course: Course, made: Recording) -> None:
    """With the version of the grader that it fits; readable by its owner alone."""
    made.made_from |= stamp(course)
    course.frozen_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    recorded.write(made, course.hidden_recording_path, slim=False)
    course.hidden_recording_path.chmod(0o600)


def _sources(course: Course, redrawn: Mapping[str, int]) -> str:
    """A digest of all that a recording on hidden numbers depends on."""
    chosen = sorted((check, times) for check, times in redrawn.items() if times)
    mistakes = [[answer.name, answer.module, answer.loses, answer.source] for answer in course.known_mistakes]
    values = [course.hidden_key(), chosen, mistakes, *student_folder.decides(course)]
    return student_folder.digest_of(values, [*student_folder.made_with(course), Path(__file__)])
