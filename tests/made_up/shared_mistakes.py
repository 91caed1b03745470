"""How well answers without a name are put together: generated classes with a third of the bank withheld.

    python -m tests.made_up.shared_mistakes [--size 120] [--seeds 1 2 3]

Two students belong together in a task when the same withheld mistake is the only one they made in it. Pair precision:
of the pairs that were put together, how many belong together; pair recall: of those that belong, how many were.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from softmark.bank import Answer
from softmark.build import zips
from softmark.classes import pool
from softmark.classes.entries import Entry, Graded
from softmark.classes.shared_mistakes.groups import groups
from softmark.content.course import Course
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from tests.made_up import term
from tests.made_up.term import Handed

ROOT = Path(__file__).resolve().parents[2]
GOAL = (0.98, 0.95)


def withheld(name: str, seed: int) -> bool:
    """A third of the bank, another one for each seed."""
    return hashlib.sha256(f"{seed} {name}".encode()).digest()[0] % 3 == 0


def without(course: Course, root: Path, seed: int) -> Course:
    """The course as it would be if nobody had thought of these."""
    for name, data in zips.autograder(course).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    for answer in course.known_mistakes:
        if withheld(answer.name, seed):
            path = root / "wrong" / answer.path.relative_to(course.mistakes_folder)
            path.write_text(left_out(path.read_text(encoding="utf-8"), answer), encoding="utf-8")
    return Course.at(root)


def left_out(text: str, answer: Answer) -> str:
    """A file of answers with blank lines where one of them was."""
    lines, own = text.splitlines(), answer.source.splitlines()
    first = next(number for number, line in enumerate(own) if line)
    return "\n".join([*lines[:first], *([""] * (len(own) - first)), *lines[len(own) :]]) + "\n"


def graded(course: Course, root: Path, handed: Sequence[Handed]) -> Iterator[Graded]:
    slow = tuple(item.id for item in course.rubric.items if item.slow)
    jobs = {one.id: GradingJob(one.id, one.work.files, slow) for one in handed}
    for done in pool.grade_all(root, list(jobs.values())):
        if not done.error:
            result = Result.from_line(done.text.encode())
            yield Graded(Entry(done.name, (), root), result, jobs[done.name].files)


def truth(course: Course, handed: Sequence[Handed], seed: int) -> dict[tuple[str, str], str]:
    """(Submission, task) → the one withheld mistake that was made there."""
    loses = {answer.name: answer.loses for answer in course.known_mistakes}
    found: dict[tuple[str, str], str] = {}
    for one in handed:
        for item in course.rubric.items:
            made = [name for name in one.work.mistakes if item.id in loses[name]]
            if len(made) == 1 and withheld(made[0], seed):
                found[one.id, item.id] = made[0]
    return found


def measure(size: int, seed: int) -> tuple[int, int, int, float]:
    """Pairs put together rightly, put together, belonging together; CPU seconds of grouping."""
    course = Course.at(ROOT)
    handed = [one for one in term.make(course, size, seed).handed if not one.accident]
    with tempfile.TemporaryDirectory() as place:
        poorer = without(course, Path(place), seed)
        rows = list(graded(poorer, Path(place), handed))
    true = truth(course, handed, seed)
    began = time.process_time()
    found = groups(rows)
    took = time.process_time() - began
    told = {(ident, group.item): group.id for group in found for ident in group.entries}
    both = [key for key in true if key in told]
    mine = {key: told[key] for key in both}
    together = {(a, b) for a, b in itertools.combinations(sorted(both), 2) if a[1] == b[1] and mine[a] == mine[b]}
    belong = {(a, b) for a, b in itertools.combinations(sorted(both), 2) if a[1] == b[1] and true[a] == true[b]}
    for a, b in sorted(together - belong):
        print(f"    together, and different: {true[a]} and {true[b]} in {a[1]} ({mine[a]})")
    for a, b in sorted(belong - together):
        print(f"    apart, and the same: {true[a]} in {a[1]}: {a[0]} and {b[0]}")
    groups_found, mistakes = len(set(mine.values())), len({(true[key], key[1]) for key in both})
    print(
        f"seed {seed}: {len(rows)} submissions, {len(both)} unnamed answers, {groups_found} groups for "
        f"{mistakes} mistakes"
    )
    return len(together & belong), len(together), len(belong), took


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.made_up.shared_mistakes", description=__doc__)
    reader.add_argument("--size", type=int, default=120)
    reader.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    asked = reader.parse_args()
    right = put = belong = 0
    for seed in asked.seeds:
        one, other, third, took = measure(asked.size, seed)
        right, put, belong = right + one, put + other, belong + third
        print(
            f"    pair precision {one / max(other, 1):.3f} ({other} pairs), recall {one / max(third, 1):.3f}, "
            f"{took:.2f} CPU s"
        )
    precision, recall = right / max(put, 1), right / max(belong, 1)
    print(f"all seeds: precision {precision:.3f} (goal {GOAL[0]}), recall {recall:.3f} (goal {GOAL[1]})")
    return 0 if precision >= GOAL[0] and recall >= GOAL[1] else 1


if __name__ == "__main__":
    sys.exit(main())
