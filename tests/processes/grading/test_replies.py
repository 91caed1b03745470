"""What a student's code replies is judged and dropped; whatever is wrong with it, it is never the grader's fault."""

import resource
import shutil

from tests.mini_course import built, frozen, grade, softmark, submit

CHECKS = """
from softmark.checks import item

@item("1.1")
class TestMean:
    def test_sum(self, student, draw):
        x = draw(2, 3)
        assert student.stats.mean(x).sum() < 1e9

@item("1.2")
class TestStandardise:
    def test_any(self, student, draw, same):
        same(student.scale.standardise(draw(2, 3)).shape, (2, 3))
        SLIP
"""
LARGE = "import numpy as np\ndef {}(x):\n    return np.ones(62 << 17)\n"


def grader_with(tmp_path, slip="pass"):
    """A frozen grader in which somebody has put other checks."""
    grader = shutil.copytree(frozen(built()), tmp_path / "grader")
    (grader / "graders" / "test_scaling.py").write_text(CHECKS.replace("SLIP", slip), encoding="utf-8")
    return grader


def test_a_reply_that_a_check_stumbles_over_is_the_students_failure(tmp_path):
    found = grade(tmp_path / "in", course=grader_with(tmp_path), stats="def mean(x):\n    return 'seven'\n")
    assert found.result["status"] == "graded"
    assert found.scores["1.1"] == 0
    assert "your code returned something that the check cannot use (AttributeError: 'str' object" in found.text("1.1")


def test_a_check_that_stumbles_over_the_reference_too_is_the_graders(tmp_path):
    found = grade(tmp_path / "in", course=grader_with(tmp_path, slip="1 / 0"))
    assert found.statuses["1.2"] == "grader_error"
    assert found.scores["1.1"] == 4
    assert "the grader failed here; this is not your mistake" in found.text("1.2")


def test_replies_of_62_mb_do_not_fill_a_small_container(tmp_path):
    """The grader's process, and every other, gets 250 MB of data and not a byte more."""
    most = 250 << 20

    def small():
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    files = {"stats": LARGE.format("mean"), "scale": LARGE.format("standardise")}
    folder = submit(tmp_path / "in", **files)
    done = softmark("grade", folder, "--course", built(), "--out", tmp_path / "out", preexec_fn=small)
    assert done.returncode == 0, done.stderr
    assert "the grader failed" not in done.stdout
    assert "an answer of 62.0 MB, far more than any right one" in done.stdout


def test_a_right_answer_fits_into_the_same_container(tmp_path):
    most = 250 << 20
    folder = submit(tmp_path / "in")
    done = softmark(
        "grade", folder, "--course", built(), "--out", tmp_path / "out",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Total: 10 of 10" in done.stdout
