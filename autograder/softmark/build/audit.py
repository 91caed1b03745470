"""`softmark audit` grades every known answer with the whole engine, sandbox included, and so tests the checks.

Each wrong answer must lose exactly the tasks it declares and be called by its own name or by none; each right answer
must lose nothing. Pairs of mistakes in different tasks are made together: both tasks are lost, at least one is named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..bank import Answer
from ..checks.errors import GraderFault
from ..classes import pool
from ..content.contradictions import suggest
from ..content.course import Course
from ..content.rubric import Item
from ..core import recording
from ..grading.server import Done, GradingJob
from . import hidden_numbers
from .judged import Judged, judge, laid_over, without_sandbox

WITNESSES = 12
"""In a brief audit, every how manyth wrong answer is graded on all tasks that stand on it."""


@dataclass(frozen=True)
class Audit:
    wrong: tuple[Judged, ...]
    right: tuple[Judged, ...]
    pairs: tuple[Judged, ...]
    tasks: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """task → known mistakes, caught, caught by the public numbers alone, named"""
    without_the_sandbox: bool = False
    """Graded without the sandbox that the rubric asks for, which this machine cannot build."""
    by_luck: tuple[str, ...] = ()
    """A sentence for each check that lets a known mistake pass on this salt's numbers, and not on public ones."""

    @property
    def verdicts(self) -> tuple[Judged, ...]:
        return (*self.wrong, *self.right, *self.pairs)

    @property
    def clean(self) -> bool:
        return not any(finding for verdict in self.verdicts for finding in verdict.findings())

    def to_json(self) -> str:
        return json.dumps({**asdict(self), "clean": self.clean}, ensure_ascii=False, indent=1) + "\n"


def run(
    course: Course,
    grader: Path,
    *,
    only: Sequence[str] = (),
    brief: bool = False,
    size: int | None = None,
    repeat: int = 1,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Audit:
    """Grade every known answer (or those whose names begin with one of `only`) with a frozen grader. `brief`:
    most wrong ones on their own tasks alone."""
    _hold(only, [*course.known_mistakes, *course.alternatives])
    chosen = tuple(only) or ("",)
    wrong = [answer for answer in course.known_mistakes if answer.name.startswith(chosen)]
    right = [answer for answer in course.alternatives if answer.name.startswith(chosen)] * repeat
    works: list[tuple[str, Sequence[Answer]]] = [*(("wrong", [answer]) for answer in wrong), ("right", [])]
    works += [
        *(("right", [answer]) for answer in right),
        *(("pair", both) for both in pairs(course, wrong) if not only),
    ]
    known = [laid_over(course, *answers) for _, answers in works]
    wide = witnesses(wrong)
    jobs = []
    for number, (kind, answers) in enumerate(works):
        alone = brief and kind != "right" and not wide.issuperset(answer.name for answer in answers)
        skip = skipped_in_brief(course, answers) if alone else skipped(course, answers)
        jobs.append(GradingJob(str(number), known[number].files, skip))
    done: dict[int, Done] = {}
    for each in pool.grade_all(grader, jobs, size=size, known=True):
        done[int(each.name)] = each
        progress(len(done), len(jobs))
    at_home = _caught_at_home(course)
    made: dict[str, list[Judged]] = {"wrong": [], "right": [], "pair": []}
    for number, (kind, _) in enumerate(works):
        made[kind].append(judge(known[number], done[number], at_home.get(known[number].title, ())))
    return Audit(
        wrong=tuple(made["wrong"]),
        right=tuple(made["right"]),
        pairs=tuple(made["pair"]),
        tasks=_by_task(course, made["wrong"]),
        without_the_sandbox=any(without_sandbox(course.rubric, each) for each in done.values()),
        by_luck=tuple(hidden_numbers.by_luck(course)) if course.hidden_recording_path.exists() else (),
    )


def _hold(only: Sequence[str], answers: Sequence[Answer]) -> None:
    """Each beginning is one of a known answer's name: else GraderFault."""
    for start in only:
        known = [answer.name for answer in answers]
        if not any(name.startswith(start) for name in known):
            beginnings = [*known, *(name.partition(".")[0] for name in known)]
            raise GraderFault(f"--only {start}: no known answer has a name that begins so{suggest(start, beginnings)}")


def _caught_at_home(course: Course) -> dict[str, set[str]]:
    """Known mistake → the slow tasks that public numbers find wrong, too: a grade never runs them on these."""
    slow = {item.id for item in course.rubric.items if item.slow}
    return {
        mistake.name: slow & {*mistake.items}
        for mistake in recording.read(course.public_recording_path).mistakes
        if not all(trace.passed for trace in mistake.traces.values())
    }


def skipped(course: Course, answers: Sequence[Answer]) -> tuple[str, ...]:
    """Tasks that these answers cannot touch: they are graded for the reference itself, once.

    A task is touched when one of its own names, or of a task it stands on, is replaced. Slow tasks only when the
    answer changes what they are directly made of.
    """
    if not answers:
        return ()
    rubric = course.rubric
    owners = _replaced(answers)
    files = {f"{answer.module}.py" for answer in answers}
    found = []
    for item in rubric.items:
        parts = [item, *(rubric.item(before) for before in rubric.prerequisites(item.id))]
        names = {name for part in parts for name in _owners(part)}
        near = {rubric.item(ident).file for ident in (item.id, *item.uses)}
        if (item.slow and not files & near) or not owners & names:
            found.append(item.id)
    return tuple(found)


def skipped_in_brief(course: Course, answers: Sequence[Answer]) -> tuple[str, ...]:
    """The same, and tasks that only stand on what these wrong answers replace: there the reference stands in for it,
    whatever the mistake is."""
    declared = {item for answer in answers for item in answer.loses}
    owners = _replaced(answers)
    beyond = {item.id for item in course.rubric.items if item.id not in declared and not owners & _owners(item)}
    return tuple(sorted({*skipped(course, answers), *beyond}))


def witnesses(wrong: Sequence[Answer]) -> set[str]:
    """The wrong answers that also a brief audit grades on all that stands on them: for each set of functions the first
    that replaces it, and every twelfth of all."""
    first = {(answer.loses, *sorted(answer.replaces)): answer.name for answer in reversed(wrong)}
    return {*first.values(), *(answer.name for answer in wrong[::WITNESSES])}


def _replaced(answers: Sequence[Answer]) -> set[str]:
    """ "block.LayerNorm" for a class of which anything is replaced, "attention.softmax" for a function."""
    return {f"{answer.module}.{name.partition('.')[0]}" for answer in answers for name in answer.replaces}


def _owners(item: Item) -> set[str]:
    """A task's own names, in the same form."""
    return {f"{item.file.removesuffix('.py')}.{name.partition('.')[0]}" for name in item.names}


def pairs(course: Course, wrong: Sequence[Answer]) -> Iterator[tuple[Answer, Answer]]:
    """Two mistakes made together: for each task one mistake of it with one of the next task that does not use it."""
    by_item: dict[str, list[Answer]] = {}
    for answer in wrong:
        if len(answer.loses) == 1 and not course.rubric.item(answer.loses[0]).slow:
            by_item.setdefault(answer.loses[0], []).append(answer)
    items = list(by_item)
    for place, item in enumerate(items):
        for other in items[place + 1 : place + 3]:
            first = by_item[item][place % len(by_item[item])]
            second = by_item[other][place % len(by_item[other])]
            yield first, second


def compare(mine: Audit, earlier: dict[str, Any]) -> list[str]:
    """Answers whose score or name differs from an earlier audit of the same bank (another salt, other threads)."""
    before = {tuple(old["names"]): old for kind in ("wrong", "right", "pairs") for old in earlier.get(kind, ())}
    said = []
    for verdict in mine.verdicts:
        old = before.get(verdict.names)
        if old is not None and (old["score"], old["named"]) != (verdict.score, list(verdict.named)):
            was, now = f"{old['score']:g} {old['named']}", f"{verdict.score:g} {list(verdict.named)}"
            said.append(f"{verdict.title}: {was} before, {now} now")
    return said


def _by_task(course: Course, wrong: Sequence[Judged]) -> dict[str, tuple[int, int, int, int]]:
    table = {}
    for item in course.rubric.items:
        known = [verdict for verdict in wrong if item.id in verdict.declared]
        caught = [verdict for verdict in known if item.id in verdict.lost]
        public = [verdict for verdict in known if item.id in verdict.lost_in_public]
        named = [verdict for verdict in known if set(verdict.named) == set(verdict.names)]
        table[item.id] = (len(known), len(caught), len(public), len(named))
    return table
