"""What a grade makes of the source that it reads, before anything runs."""

import pytest

from softmark.content.course import Course
from softmark.grading.grade import Grade, Surroundings
from softmark.grading.intake.submission import Submission
from softmark.grading.material import Material
from softmark.reading.rules import budget, forbidden
from softmark.running.collect import with_checks
from tests.mini_course import COURSE, RIGHT

TANGLED = "".join(f"    def m{i}(self):\n        self.x = self.x.y\n        self.y = self.x\n" for i in range(400))
PICKED = "import numpy as np\n" + "".join(f"pick = [{i}]\n" for i in range(600)) + "pick = np.mean\n"


@pytest.mark.parametrize(
    ("stats", "broken"),
    [
        (f"class A:\n{TANGLED}def mean(x):\n    A().x.y\n    return x.sum(axis=-1) / x.shape[-1]\n", []),
        (f"{PICKED}def mean(x):\n    return pick(x, -1)\n", []),
        (f"{PICKED}def mean(x):\n    pick(x, -1)\n    return np.mean(x, -1)\n", ["1.1"]),
    ],
    ids=["honest", "hidden", "in plain sight"],
)
def test_where_reading_gives_up_nobody_loses_points_for_it_and_staff_look_by_hand(monkeypatch, stats, broken):
    """What was found until then stays found."""
    monkeypatch.setattr(budget, "MOST", 2_000)
    made = graded_by_reading({**RIGHT, "stats.py": stats})
    assert list(made.broken) == broken
    assert made.result.notes_for("staff")[0] == (
        "look by hand for calls that are not allowed in task 1.1: the grader could not read this code to the end. "
        "The student lost no points for that"
    )


def test_where_reading_runs_out_of_memory_nobody_loses_points_for_it(monkeypatch):
    def no_memory(*names):
        raise MemoryError

    monkeypatch.setattr(forbidden.Reading, "hits", no_memory)
    made = graded_by_reading({**RIGHT, "stats.py": RIGHT["stats.py"] + "import threading\nthreading.Thread()\n"})
    assert made.broken == {}
    first, then = made.result.notes_for("staff")
    assert first.startswith("look by hand for calls that are not allowed in task 1.1: ")
    assert "starts threads" in then, "what was seen until then"


def test_honest_code_that_is_read_to_the_end_gives_staff_no_such_note():
    line = 'import sys\nsys.seen = getattr(sys, "seen", [])\n'
    made = graded_by_reading({name: line + text for name, text in RIGHT.items()})
    assert made.broken == {} and not [note for note in made.result.notes_for("staff") if "look by hand" in note]


def graded_by_reading(files):
    """A grade up to the point where something would run."""
    course, made = Course.at(COURSE), []
    around = Surroundings(spawn=None, publish=lambda result: None)
    submission = Submission(files, [], [], "")
    with_checks(course.graders, lambda checks: made.append(Grade(Material(course, checks), submission, around)))
    made[0]._read_source()
    return made[0]
