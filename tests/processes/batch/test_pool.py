"""Launchers that die cost the submission that ended them, and nobody else."""

import os
import sys
import textwrap

import pytest

from softmark.classes.batch import Batch
from softmark.classes.grader_process import started
from softmark.classes.journal import Journal
from softmark.classes.pool import LocalPool, each
from softmark.content.course import Course
from softmark.grading.result import blank
from softmark.grading.server import GradingJob
from tests.mini_class import a_class
from tests.mini_course import COURSE, RIGHT

LAUNCHER = """
    import json, os, sys, time
    print(json.dumps({"ready": "full"}), flush=True)
    for line in sys.stdin:
        name = json.loads(line)["name"]
        with open(sys.argv[1], "a") as log:
            print(name, file=log)
        if name.startswith("poison"):
            os._exit(9)
        if name.startswith("slow"):
            time.sleep(60)
        print(json.dumps({"name": name}), flush=True)
        print(sys.argv[2], flush=True)
"""


@pytest.fixture
def pool(tmp_path):
    """Launchers that grade nothing, die of poison and hang on what is slow."""
    course = Course.at(COURSE)
    with LocalPool(COURSE, 1, patience=2.0) as made:
        words = [str(tmp_path / "log"), blank(course.rubric).to_line().decode()]
        command = [sys.executable, "-c", textwrap.dedent(LAUNCHER), *words]
        made._launchers.start = lambda patience: started(command, os.environ, patience=patience)
        made.log = lambda: (tmp_path / "log").read_text(encoding="utf-8").split()
        yield made


def test_a_class_in_which_every_other_submission_ends_the_launcher_is_graded_to_its_end(pool):
    names = [f"{kind}-{number}" for number in range(8) for kind in ("poison", "right")]
    done = {each.name: each for each in each(pool, [GradingJob(name, RIGHT) for name in names])}
    assert sorted(done) == sorted(names)
    assert all(bool(one.error) == name.startswith("poison") for name, one in done.items())


def test_ten_in_a_row_do_not_end_it_either(pool):
    names = [*(f"poison-{number}" for number in range(10)), "right"]
    done = {each.name: each for each in each(pool, [GradingJob(name, RIGHT) for name in names])}
    assert not done["right"].error
    assert "ended while it graded poison-3" in done["poison-3"].error


def test_what_hangs_is_waited_for_once(pool):
    done = list(each(pool, [GradingJob("slow", RIGHT)]))
    assert "it was not done after 2 s" in done[0].error
    assert pool.log() == ["slow"]


def test_a_rerun_leaves_what_ended_the_launcher_to_the_end(pool, tmp_path):
    students = a_class(tmp_path / "in", anna=RIGHT, poison=RIGHT | {"stats.py": "1"}, zoe=RIGHT | {"stats.py": "2"})
    course = Course.at(COURSE)
    order = []
    for _ in range(2):
        before = len(pool.log()) if order else 0
        run(course, students, tmp_path / "out", pool)
        order.append(pool.log()[before:])
    assert order == [["anna", "poison", "poison", "zoe"], ["anna", "zoe", "poison", "poison"]]


def run(course, students, out, pool):
    from softmark.classes.exports import opened

    with opened(students) as export, Journal.open(out, course.rubric.name) as journal:
        Batch(course, export, journal, regrade=True, progress=lambda *told: None).run(pool)
