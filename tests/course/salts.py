"""`python -m tests.course.salts [--slow] [COUNT] [WORD ...]`: do known answers fail the same checks whatever the salt?

Every known wrong answer and every right one (or those whose names hold a WORD) is played through in this process,
without a wall, on the numbers of COUNT salts (default 16): on all tasks but the slow ones, or with `--slow` on those
alone. Printed is each answer with a check that it passes on some salts only: its score would be left to chance there.
Exit code 1 if there is one, or if a right answer ever fails.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from softmark.bank import Answer
from softmark.content.course import Course
from softmark.content.rubric import Item
from softmark.grading.calls.participants import Worlds
from softmark.running.collect import Checks, with_checks

ROOT = Path(__file__).resolve().parents[2]


def main(count: int, words: list[str], slow: bool) -> int:
    import torch

    torch.set_num_threads(1)
    course = Course.at(ROOT)
    keys = [f"salt number {number}" for number in range(count)]
    passes: dict[tuple[str, str], Counter[bool]] = {}
    right = {answer.name for answer in course.alternatives}
    answers = [
        answer
        for answer in (*course.known_mistakes, *course.alternatives)
        if not words or any(word in answer.name for word in words)
    ]
    asked = {item.id for item in course.rubric.items if item.slow == slow}

    def drive(checks: Checks) -> None:
        worlds = Worlds(course, checks)
        for number, key in enumerate(keys, 1):
            for answer in answers:
                items = answer.loses or [i.id for i in course.rubric.items if _touches(answer, i)]
                for check in (check for item in items if item in asked for check in checks.of(item)):
                    found = worlds.trace(answer, check, key)
                    passes.setdefault((answer.name, check.name), Counter())[found.passed] += 1
            print(f"salt {number} of {count}", file=sys.stderr, flush=True)

    with_checks(course.graders, drive)
    chance = [(pair, tally) for pair, tally in passes.items() if len(tally) > 1]
    wrong = [pair for pair, tally in passes.items() if pair[0] in right and tally[False]]
    for (answer, check), tally in chance:
        print(f"{answer}: {check} passes on {tally[True]} of {count} salts")
    print(f"{len(passes)} pairs of answer and check, {count} salts: {len(chance)} left to chance")
    print(f"right answers that fail a check on any of them: {len(wrong)}")
    return 1 if chance or wrong else 0


def _touches(answer: Answer, item: Item) -> bool:
    return f"{answer.module}.py" == item.file and bool(set(answer.replaces) & set(item.names))


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--slow"]
    sys.exit(main(int(given[0]) if given else 16, given[1:], slow="--slow" in sys.argv))
