"""One score, in the real assignment: alone and in a class, with the build's recording and without it.

In CI a sample; with FULL=1 the whole bank and all strangers. Those take an
hour or two of one core, so they come in slices: cores share them, and `-k "bank and 7"` goes on with one of them.
"""

import json
import os
import subprocess

import pytest

from softmark.build.audit import skipped
from softmark.content.course import Course
from softmark.content.framework import packages
from softmark.grading.server import GradingJob
from softmark.grading.version import known_runs
from softmark.sandbox import clean_start
from tests.answers import files
from tests.answers.__main__ import strangers
from tests.mini_course import ROOT, frozen

SLOW = ("4.5",)
SLICES = 16
in_slices = pytest.mark.parametrize("part", range(SLICES))


def graded_twice(jobs: list[GradingJob]) -> dict[str, tuple[object, object]]:
    grader = frozen(ROOT)
    course = Course.frozen(grader)
    words = [str(grader), str(known_runs(course) or "")]
    done = subprocess.run(
        clean_start.command("tests.graded_twice:serve", words, preload=packages(course.rubric.framework)),
        input=b"".join(job.to_line() for job in jobs),
        stdout=subprocess.PIPE,
        cwd="/",
        env=clean_start.environment({**os.environ, "PYTHONPATH": f"{ROOT / 'autograder'}{os.pathsep}{ROOT}"}),
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(jobs)
    return {name: (together, alone) for name, together, alone in answers}


def known(names: list[str] | None = None) -> list[GradingJob]:
    course = Course.at(ROOT)
    answers = [*course.known_mistakes, *course.alternatives]
    return [
        GradingJob(answer.name, course.laid_over(answer), (*skipped(course, [answer]), *SLOW))
        for answer in answers
        if names is None or answer.name in names
    ]


def assert_one_score(jobs: list[GradingJob]) -> None:
    assert [name for name, (together, alone) in graded_twice(jobs).items() if together != alone] == []


@pytest.mark.slow
def test_a_sample_gets_the_same_alone_and_in_a_class() -> None:
    names = [answer.name for answer in Course.at(ROOT).known_mistakes][::150]
    assert_one_score(known(names))


@pytest.mark.full
@in_slices
def test_the_whole_bank_gets_the_same(part: int) -> None:
    assert_one_score(known()[part::SLICES])


@pytest.mark.full
@in_slices
def test_all_strangers_get_the_same(part: int) -> None:
    assert_one_score([GradingJob(each.name, files(each), SLOW) for each in strangers()[part::SLICES]])
