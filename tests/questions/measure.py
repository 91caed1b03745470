"""`python -m tests.questions.measure [--sample N] [--once] [--keep FILE]`: the figures behind the questions about a
student's program.

The reference, every answer of the bank, right and wrong, and 100 generated submissions, each in the sandbox: how many
yield a full sheet; whether a second generation in fresh processes, with other numbers for the second look, comes to the
same questions and answers; what answers copied from another program score, and answers got at home in the exam; and
what it costs. All of them take hours: with a FILE it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from tests.questions.memorised import WAYS, worth

ROOT = Path(__file__).resolve().parents[2]
GENERATED = 100
PAIRS = 200


@dataclass(frozen=True)
class Measured:
    name: str
    sheet: list[Any]
    kinds: Counter[str]
    again: bool
    """The second generation came to the same questions and answers."""
    denied: int
    """Questions to which it came to another answer."""
    cpu: float
    program: str
    """What its files say, white space and comments apart."""
    exam: list[Any]
    """The sheet of an exam."""

    def to_line(self) -> str:
        sheets = {"sheet": [each.plain() for each in self.sheet], "exam": [each.plain() for each in self.exam]}
        return json.dumps({**vars(self), **sheets})

    @staticmethod
    def of(line: str) -> Measured:
        from softmark.questions.question import Question

        data = json.loads(line)
        sheets = {name: [Question.of(each) for each in data[name]] for name in ("sheet", "exam")}
        return Measured(**{**data, "kinds": Counter(data["kinds"]), **sheets})


def programs(course: Any, sample: int) -> Iterator[tuple[str, Mapping[str, str]]]:
    from tests.made_up import term

    found = [("reference", course.laid_over())]
    bank = [*course.alternatives, *course.known_mistakes]
    found += [(answer.name, course.laid_over(answer)) for answer in bank]
    handed = term.make(course, GENERATED, seed=26).handed
    found += [(f"generated-{number}", one.work.files) for number, one in enumerate(handed[:GENERATED])]
    chosen = found if sample >= len(found) else random.Random(26).sample(found, sample)
    yield from chosen


def inside(server: Any, words: list[str]) -> int:
    from softmark.content import salt
    from softmark.content.course import Course
    from softmark.grading.calls.participants import Worlds
    from softmark.grading.calls.question_lab import SandboxLab
    from softmark.grading.grade_submission import spawner
    from softmark.questions.choose_questions import pool
    from softmark.questions.program import Program
    from softmark.questions.trials import Trials
    from softmark.running.collect import Checks, with_checks

    sample, twice, keep = int(words[0]), words[1] == "twice", Path(words[2]) if words[2] else None
    course = Course.at(ROOT)
    rubric = course.rubric
    measured = [Measured.of(line) for line in keep.read_text().splitlines()] if keep and keep.exists() else []
    known = {one.name for one in measured}
    exams: list[Any] = []

    def drive(checks: Checks) -> None:
        worlds = Worlds(course, checks)
        spawn = spawner(server, rubric)

        def made(texts: Mapping[str, str], word: str) -> tuple[Program, Any, float]:
            began = time.process_time()
            program = Program(texts, rubric.items)
            lab = SandboxLab(course, worlds, texts, spawn)
            lab._keys[True] = salt.key(rubric.term, rubric.name, word)
            try:
                trials = Trials(program, checks, lab)
                found = pool(trials, rubric.public_key())
                exams.append(pool(trials, course.hidden_key(), unlike=found))
            finally:
                behind = lab.close()
            return program, found, time.process_time() - began + behind

        made({f"{name}.py": text for name, text in course.reference.items()}, "questions")  # the reference, warm
        for name, texts in programs(course, sample):
            if name in known:
                continue
            program, found, cpu = made(texts, "questions")
            again = made(texts, "a third look")[1] if twice else found
            answers = {question.ident: question.answer for question in again.questions}
            denied = sum(answers.get(each.ident, each.answer) != each.answer for each in found.questions)
            same = again == found
            kinds = Counter(question.kind for question in found.questions)
            sheet = found.sheet(program.dice("sheet"))
            said = "".join(map(ast.dump, program.trees.values()))
            exam = exams[-1].sheet(program.dice("sheet", course.hidden_key()))
            measured.append(Measured(name, sheet, kinds, same, denied, cpu, said, exam))
            if keep:
                with keep.open("a") as file:
                    file.write(measured[-1].to_line() + "\n")
            told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            print(
                f"{name:40} {cpu:5.2f} s  {'full ' if sheet else 'short'}  {told}{'' if same else '  DIFFERS'}",
                flush=True,
            )

    with_checks(course.graders, drive)
    report(measured)
    return 0


def report(measured: list[Measured]) -> None:
    full = [one for one in measured if one.sheet]
    print(f"\nprograms                     {len(measured)}")
    print(f"full blueprint               {len(full)} ({len(full) / len(measured):.1%})")
    print(f"second generation the same   {sum(one.again for one in measured)} of {len(measured)}")
    print(f"other answers in it          {sum(one.denied for one in measured)}")
    seconds = sorted(one.cpu for one in measured)
    print(f"processor seconds            median {statistics.median(seconds):.2f}, most {seconds[-1]:.2f}")
    different = [pair for pair in permutations(full, 2) if pair[0].program != pair[1].program]
    for pairs in (random.Random(200).sample(different, min(PAIRS, len(different))), different):
        right = Counter(mine.kind for pair in pairs for mine in copied(*pair))
        share = sum(right.values()) / (5 * len(pairs))
        print(f"copied, {len(pairs):>6} pairs          {share:.1%} right; by kind {dict(right)}")
    if full:
        chance = statistics.mean(1 / len(q.options) if q.options else 0 for one in full for q in one.sheet)
        print(f"by chance                    {chance:.1%}, where a number is never guessed")
        same = Counter(q.ident for one in full for q in one.sheet)
        print(f"questions                    {sum(same.values())}, {len(same)} different ones")
    memorised(measured)


def memorised(measured: list[Measured]) -> None:
    """What the answers that somebody got at home, for the same program, are worth in the exam."""
    both = [one for one in measured if one.sheet and one.exam]
    asked = [(one, question) for one in both for question in one.exam]
    if not asked:
        return
    seen = sum(question.ident in {home.ident for home in one.sheet} for one, question in asked)
    at_home = sum(bool(one.sheet) for one in measured)
    print(f"exams                        {len(both)} of {at_home} with questions at home")
    print(f"of {len(asked)} questions, asked at home before: {seen}")
    for way, guess in WAYS.items():
        found = worth(guess, [(one.sheet, one.exam) for one in both])
        print(f"  {way + ':':26} {found}{'  MORE THAN CHANCE' if found.is_clear else ''}")


def copied(theirs: Measured, mine: Measured) -> Iterator[Any]:
    """The questions that somebody else's answers, written down place by place, answer rightly."""
    for other, question in zip(theirs.sheet, mine.sheet, strict=True):
        if question.is_right(other.answer):
            yield question


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m tests.questions.measure", description=__doc__)
    reader.add_argument(
        "--sample", type=int, default=10_000, metavar="N", help="so many of all programs (default: all)"
    )
    reader.add_argument("--once", action="store_true", help="without the second generation")
    reader.add_argument("--keep", type=Path, metavar="FILE", help="where what is measured stays, to go on from there")
    asked = reader.parse_args()
    from softmark.sandbox import clean_start

    target = "tests.questions.measure:inside"
    words = [str(asked.sample), "once" if asked.once else "twice", str(asked.keep.resolve()) if asked.keep else ""]
    command = clean_start.command(target, words, preload=["torch", "numpy"])
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    sys.stdout.flush()
    os.execve(command[0], command, clean_start.environment(around))


if __name__ == "__main__":
    main()
