"""Proves that no known mistake passes by luck: what a check catches on public numbers, it catches on this salt's, too.

Where it does not, the hidden numbers of that check are drawn again. The choice is made once for a salt and lies beside
it (content/hidden_draws.py). What comes later, a new known mistake or a changed check, never changes a choice that was
made: whoever was graded keeps their numbers, and the build only says what it found.

The same pass records what the reference and the known mistakes do on all numbers, so that no grade works it out again
(grading/calls/known_runs.py). A mistake that has not changed since is not run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.trace import Trace
from ..content import hidden_draws
from ..content.course import Course
from ..grading.calls.known_runs import place
from ..grading.calls.participants import RecordingParticipants, Worlds
from ..grading.calls.rehearsal import Rehearsal
from ..grading.check_result import Phase
from ..grading.version import known_runs, stamp
from ..running import recording as recorded
from ..running.collect import Check, Checks, trace, with_checks
from ..running.recording import AskedAndReplied, KnownMistake, Recording, known_traces
from . import student_folder
from .side_by_side import both

MOST_DRAWS = 16
"""A check that lets a known mistake pass that often, and caught it on public numbers, caught it there by luck."""
EVERYTHING_ELSE = "everything else"

Traces = dict[str, dict[str, Trace]]
"""Known mistake → check → what it does there."""


def is_proved(course: Course) -> bool:
    """Whether the recording is there and fits everything that it was made from."""
    if not course.hidden_draws_path.exists():
        return False
    kept = recorded.made_from(course.hidden_recording_path)
    return bool(kept) and _sources(course, course.redrawn).items() <= kept.items()


def prove(course: Course) -> str:
    """Choose the hidden numbers where nobody has, and record on them; what staff are told about it."""
    if is_proved(course):
        if known_runs(course) is None:  # something else has changed that makes another grader
            # the graders bring the framework, whose arrays are in the file
            with_checks(course.graders, lambda checks: _write(course, recorded.read(course.hidden_recording_path)))
        return f"hidden numbers: kept, {hidden_draws.in_words(course.redrawn)}"
    said: list[str] = []
    with_checks(course.graders, lambda checks: said.append(_Proof(course, checks).run()))
    return said[0]


def by_luck(course: Course) -> list[str]:
    """A sentence for each check that catches known mistakes on public numbers and lets them pass on this salt's: it is
    too weak for them, or they became known after the numbers were chosen."""
    missed: dict[str, list[str]] = {}
    for name, traces in known_traces(course.hidden_recording_path).items():
        public, hidden = _of("public", traces), _of("hidden", traces)
        for check in public.keys() & hidden.keys():
            if not public[check].passed and hidden[check].passed:
                missed.setdefault(check, []).append(name)
    return [
        f"{check} fails on public numbers and passes on this salt's for {', '.join(sorted(names))}"
        for check, names in sorted(missed.items())
    ]


class _Proof:
    """One pass over the known mistakes."""

    def __init__(self, course: Course, checks: Checks) -> None:
        active = {item.id for item in course.rubric.items}
        self._course = course
        self._all_checks = checks
        self._checks = [check for check in checks if check.item in active]
        self._mistakes = {answer.name: answer for answer in course.known_mistakes if active & set(answer.loses)}
        self._worlds = Worlds(course, checks)
        self._key = course.hidden_key()
        self._redrawn = dict(course.redrawn)

    def run(self) -> str:
        chosen_before = set(self._redrawn)
        hidden, public = self._on_hidden_numbers(), self._on_public_numbers()
        for check in self._checks:
            if check.name in chosen_before:
                continue  # the numbers of a salt are chosen once
            caught = [name for name in self._about(check) if not public[name][check.name].passed]
            lucky = [name for name in caught if hidden[name][check.name].passed]
            self._redrawn[check.name] = self._draw_again(check, lucky, caught) if lucky else 0
            if times := self._redrawn[check.name]:
                for name in self._about(check):
                    hidden[name][check.name] = self._trace(self._mistakes[name], check, {check.name: times})
        self._keep(hidden, public)
        how = "kept" if chosen_before else "chosen"
        numbers = hidden_draws.in_words(self._redrawn)
        return f"hidden numbers: {how}, {numbers}; {len(self._mistakes)} known mistakes tried"

    def _about(self, check: Check) -> list[str]:
        return [name for name, answer in self._mistakes.items() if check.item in answer.loses]

    def _draw_again(self, check: Check, lucky: Sequence[str], caught: Sequence[str]) -> int:
        """How often, until every mistake is caught that public numbers catch; 0 if that does not help."""
        lucky_first = [self._mistakes[name] for name in dict.fromkeys([*lucky, *caught])]
        for times in range(1, MOST_DRAWS + 1):
            redrawn = {check.name: times}
            if self._reference(check, redrawn) is None:
                continue
            if not any(self._trace(answer, check, redrawn).passed for answer in lucky_first):
                return times
        return 0

    # --- what was done on which numbers ---------------------------------------------------------------------------

    def _on_public_numbers(self) -> Traces:
        if (path := student_folder.traces_for(self._course)) is not None:
            return known_traces(path)
        key = self._course.rubric.public_key()
        return self._halved(lambda answers: self._traces(answers, key, {}), self._mistakes.values())

    def _on_hidden_numbers(self) -> Traces:
        """A mistake that was tried on these numbers before, and has not changed, does what it did."""
        path = self._course.hidden_recording_path
        before, now = recorded.made_from(path), _sources(self._course, self._redrawn)
        same = {name for name, digest in now.items() if before.get(name) == digest}
        earlier = known_traces(path) if EVERYTHING_ELSE in same else {}
        kept = {name: _of("hidden", traces) for name, traces in earlier.items() if name in same}
        left = [answer for name, answer in self._mistakes.items() if name not in kept]
        made = self._halved(lambda answers: self._traces(answers, self._key, self._redrawn), left)
        return {name: {**kept, **made}[name] for name in self._mistakes}

    def _halved(self, work: Callable[[Sequence[Answer]], Traces], answers: Iterable[Answer]) -> Traces:
        every = list(answers)
        here, beside = both(
            lambda: work(every[::2]),
            lambda: work(every[1::2]),
            "which tries known mistakes",
            long=self._course.rubric.framework == "torch",
        )
        return {**here, **beside}

    def _traces(self, answers: Sequence[Answer], key: str, redrawn: Mapping[str, int]) -> Traces:
        found: Traces = {}
        for answer in answers:
            wanted = [check for check in self._checks if check.item in answer.loses]
            on_top = {check.stands_on for check in wanted}
            sides = {names: self._worlds.sides_of(answer, key, names, redrawn) for names in on_top}
            found[answer.name] = {
                check.name: trace(self._all_checks.run(check, sides[check.stands_on])) for check in wanted
            }
        return found

    def _trace(self, answer: Answer, check: Check, redrawn: Mapping[str, int]) -> Trace:
        sides = self._worlds.sides_of(answer, self._key, check.stands_on, redrawn)
        return trace(self._all_checks.run(check, sides))

    def _reference(
        self, check: Check, redrawn: Mapping[str, int], phase: Phase = "hidden"
    ) -> tuple[list[dict[str, object]], list[AskedAndReplied]] | None:
        """What it replies, and what it is asked on the wire; None where it does not pass."""
        rubric = self._course.rubric
        key = self._key if phase == "hidden" else rubric.public_key()
        ahead = check.direct is not None and not rubric.item(check.item).slow
        world = Rehearsal(self._worlds.modules) if ahead else self._worlds.load()
        sides = RecordingParticipants(key, rubric, world, self._worlds.reference, redrawn)
        if not self._all_checks.run(check, sides).passed:
            return None
        return sides.recorder.kept, world.kept if isinstance(world, Rehearsal) else []

    # --- what is kept ---------------------------------------------------------------------------------------------

    def _keep(self, hidden: Traces, public: Traces) -> None:
        course = self._course
        made = Recording(course.fingerprint, made_from=_sources(course, self._redrawn))
        phases: dict[Phase, Mapping[str, int]] = {"public": {}, "hidden": self._redrawn}
        for phase, redrawn in phases.items():
            for check in self._checks:
                if phase == "public" and course.rubric.item(check.item).slow:
                    continue  # slow tasks are graded on hidden numbers alone
                done = self._reference(check, redrawn, phase)
                if done is None:
                    raise GraderFault(f"the reference does not pass {check.name} on {phase} numbers")
                made.replies[place(phase, check.name)], asked = done
                if asked:
                    made.asked[place(phase, check.name)] = asked
        for name, answer in self._mistakes.items():
            traces = {place("public", check): trace for check, trace in public[name].items()}
            traces |= {place("hidden", check): trace for check, trace in hidden[name].items()}
            made.mistakes.append(KnownMistake(name, "", "", "", answer.loses, traces))
        hidden_draws.write(course.hidden_draws_path, course.fingerprint, self._redrawn)
        course.__dict__.pop("redrawn", None)  # others are asked from now on
        _write(course, made)


def _of(phase: Phase, traces: Mapping[str, Trace]) -> dict[str, Trace]:
    """What was recorded on one set of numbers: check → trace."""
    return {name.removeprefix(place(phase, "")): kept for name, kept in traces.items() if name.startswith(f"{phase}:")}


def _write(course: Course, made: Recording) -> None:
    """With the version of the grader that it fits; readable by its owner alone."""
    made.made_from |= stamp(course)
    course.frozen_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    recorded.write(made, course.hidden_recording_path, slim=False)
    course.hidden_recording_path.chmod(0o600)


def _sources(course: Course, redrawn: Mapping[str, int]) -> dict[str, str]:
    """Digests of all that a recording on hidden numbers depends on: each known mistake, and everything else."""
    chosen = sorted((check, times) for check, times in redrawn.items() if times)
    values = [course.hidden_key(), chosen, *student_folder.decides(course)]
    made = student_folder.digest_of(values, [*student_folder.made_with(course), Path(__file__)])
    mistakes = {answer.name: _digest(answer) for answer in course.known_mistakes}
    return {EVERYTHING_ELSE: made, **mistakes}


def _digest(answer: Answer) -> str:
    """Of what a known mistake does, and of what is said about it."""
    said = [answer.module, answer.loses, answer.says, answer.hint, answer.section]
    return student_folder.digest_of([*said, answer.source], [])
