"""The tests are tested: survivors, false fails and wrong names are found and said."""

import json
import re
import shutil

import pytest

from tests.mini_course import COURSE, softmark


@pytest.fixture
def course(tmp_path):
    """A copy of the miniature course that a scenario may change."""
    target = tmp_path / "course"
    shutil.copytree(COURSE, target)
    return target


def audit(course, tmp_path, *more):
    done = softmark("audit", "--course", course, "--out", tmp_path / "out", *more)
    report = json.loads((tmp_path / "out" / "audit.json").read_text(encoding="utf-8"))
    return done, report


def answer(course, file, text):
    """One more answer at the end of a file."""
    with (course / "solutions" / file).open("a", encoding="utf-8") as known:
        known.write(f"\n\n{text}")


NO_MISTAKE = '''\
def standardise(x):
    """scale.no_mistake: Nothing is wrong.
    Hint: Look again.
    """
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None] ** 0.5
'''
NOT_RIGHT = '''\
def standardise(x):
    """scale.right: Not right at all."""
    return x * 0
'''
MORE_THAN_IT_SAYS = '''\
def mean(x):
    """mean.both: The sum runs over the rows.
    Hint: Which axis is gone?
    Loses: 1.2
    """
    return x.sum(axis=0) / x.shape[0]
'''


def test_a_sound_course_is_clean(course, tmp_path):
    done, report = audit(course, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert report["clean"] is True
    assert "wrong answers caught:        3 of 3 (100.0%)" in done.stdout


def test_known_answers_that_do_not_lose_what_they_say_are_told_each_by_its_name(course, tmp_path):
    """A wrong one that keeps its points, a right one that loses some, and one that loses more than it declares."""
    answer(course, "wrong/scale.py", NO_MISTAKE)
    answer(course, "right/scale.py", NOT_RIGHT)
    answer(course, "wrong/stats.py", MORE_THAN_IT_SAYS)
    done, _ = audit(course, tmp_path)
    assert done.returncode == 1
    assert "scale.no_mistake: 1.2 must be lost, and passes (a survivor): a check is missing" in done.stdout
    assert re.search(r"softmark audit --only (mean|scale)\.", done.stdout), done.stdout
    assert "scale.right: 1.2 must not be lost (a false fail): " in done.stdout
    assert "mean.both: 1.1 must not be lost: " in done.stdout


CASE = """class TestStandardise(EveryFunction):
    def case(self, draw, weights):
        return Case("scale.standardise", (draw(2, 3),))

"""


CASE = """class TestStandardise(EveryFunction):
    def case(self, draw, weights):
        return Case("scale.standardise", (draw(2, 3),))

"""


def test_removing_a_grader_names_the_survivors(course, tmp_path):
    path = course / "autograder/graders/test_scaling.py"
    text = path.read_text(encoding="utf-8")
    weak = text.replace(CASE, "class TestStandardise:\n").replace(
        "same(student.scale.standardise(x), reference", "(lambda *a, **k: None)(student.scale.standardise(x), reference"
    )
    path.write_text(weak, encoding="utf-8")
    done, _ = audit(course, tmp_path, "--only", "scale.by_variance")
    assert done.returncode == 1
    assert "scale.by_variance: 1.2 must be lost, and passes (a survivor)" in done.stdout
