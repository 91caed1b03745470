"""One server grades a class: the same replies get the verdict they got before, other replies their own."""

import shutil

import pytest

from softmark.classes.pool import grade_all
from softmark.grading.server import GradingJob
from tests.mini_course import COURSE, RIGHT, built, frozen, grade

SAME_NUMBERS = "def mean(x):\n    total = x.sum(axis=-1)\n    return total / x.shape[-1]\n"
LAST_BITS = "import numpy as np\ndef mean(x):\n    return np.mean(x, axis=-1) * (1 + 1e-13)\n"
ROWS = "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"
RAISES = "def mean(x):\n    # what went wrong stands in line 3\n    return x.nothing\n"
RAISES_LATER = "def mean(x):\n\n\n\n    return x.nothing\n"
ONE_COLUMN_WRONG = "def mean(x):\n    return x.sum(axis=-1) / max(x.shape[-1], 2)\n"
PRINTS = "def mean(x):\n    print('here')\n    return x.sum(axis=-1) / x.shape[-1]\n"
LOOPS = "def mean(x):\n    while x.shape[-1] == 1: pass\n    return x.sum(axis=-1) / x.shape[-1]\n"
ENDS = (
    "import os\ndef mean(x):\n    os._exit(3) if x.shape[-1] == 1 else None\n    return x.sum(axis=-1) / x.shape[-1]\n"
)


def graded_in_a_row(course, *texts):
    """The results of these stats.py, one after the other on the same server."""
    jobs = [GradingJob(str(number), {**RIGHT, "stats.py": text}) for number, text in enumerate(texts)]
    done = {each.name: each for each in grade_all(frozen(course), jobs, size=1)}
    assert not any(each.error for each in done.values())
    return [done[job.name].result for job in jobs]


def told(result):
    """All that a result says about the submission; times apart."""
    return {key: result[key] for key in ("items", "notes", "status")}


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(
            (RIGHT["stats.py"], SAME_NUMBERS, LAST_BITS, ONE_COLUMN_WRONG, RAISES_LATER, PRINTS), marks=pytest.mark.slow
        ),
        pytest.param((RIGHT["stats.py"], ROWS, RAISES, LOOPS, ENDS), marks=pytest.mark.full),
    ],
)
def test_company_changes_nothing(tmp_path, texts):
    together = graded_in_a_row(built(), *texts, *reversed(texts))
    for number, text in enumerate(texts):
        alone = told(grade(tmp_path / str(number), stats=text).result)
        assert told(together[number]) == alone
        assert told(together[-1 - number]) == alone, "also after somebody who replied just the same"


@pytest.mark.slow
def test_a_check_runs_once_for_equal_replies(tmp_path, monkeypatch):
    grader = shutil.copytree(frozen(built()), tmp_path / "grader")
    checks = grader / "graders" / "test_scaling.py"
    lines = "        open(__import__('os').environ['SOFTMARK_COUNT'], 'a').write('.')\n        x = draw(3, 1)\n"
    checks.write_text(checks.read_text(encoding="utf-8").replace("        x = draw(3, 1)\n", lines), encoding="utf-8")
    count = tmp_path / "count"
    monkeypatch.setenv("SOFTMARK_COUNT", str(count))

    def runs(*texts):
        count.write_text("", encoding="utf-8")
        graded_in_a_row(grader, *texts)
        return len(count.read_text(encoding="utf-8"))

    once = 2  # on public numbers and on hidden ones
    assert runs(*[RIGHT["stats.py"]] * 3, SAME_NUMBERS) == once
    assert runs(RIGHT["stats.py"], LAST_BITS) == 2 * once
    assert runs(RAISES, RAISES) > runs(RAISES), "an exception has its own line, so it is looked at each time"


TWO_CLASSES = """
class Half:
    def __call__(self, x):
        return x / 2

class Third:
    def __call__(self, x):
        return x / 3
"""
CHECKS_OF_CLASSES = """
import pytest
from softmark.checks.marks import item

@item("1.1")
class TestClasses:
    @pytest.mark.parametrize("name", ["Half", "Half ", "Half  ", "Third"])
    def test_class(self, student, reference, draw, same, name):
        x = draw(2, 3)
        same(getattr(student.stats, name.strip())()(x), getattr(reference.stats, name.strip())()(x))
"""


def test_a_loop_in_one_class_costs_no_other(tmp_path):
    """Objects have numbers on the wire; who ran out of time is remembered by the name of the class all the same."""
    course = shutil.copytree(COURSE, tmp_path / "course")
    right = RIGHT["stats.py"] + TWO_CLASSES
    (course / "solutions" / "reference" / "stats.py").write_text(right, encoding="utf-8")
    rubric = course / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(text.replace("call_seconds: 1", "call_seconds: 0.3"), encoding="utf-8")
    (course / "autograder" / "graders" / "test_classes.py").write_text(CHECKS_OF_CLASSES, encoding="utf-8")
    _, result = graded_in_a_row(course, right, right.replace("return x / 2", "while True: pass"))
    checks = {check["name"]: check for check in result["items"][0]["checks"] if check["phase"] == "public"}
    assert checks["TestClasses.test_class[Third]"]["passed"] is True
    assert checks["TestClasses.test_class[Half]"]["passed"] is False
    assert "stats.Half" in checks["TestClasses.test_class[Half  ]"]["message"]
    assert "not called again" in checks["TestClasses.test_class[Half  ]"]["message"]
