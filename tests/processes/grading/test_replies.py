"""What a student's code replies is judged and dropped; whatever is wrong with it, it is never the grader's fault."""

import resource
import shutil

from tests.mini_course import COURSE, built, frozen, grade, softmark, submit

COMPARED = 'same(student.stats.mean(x), reference.stats.mean(x), axes="row")'
LARGE = "import numpy as np\ndef {}(x):\n    return np.ones(62 << 17)\n"


def test_a_reply_that_a_check_stumbles_over_is_the_students_failure(tmp_path):
    course = shutil.copytree(COURSE, tmp_path / "course")
    graders = course / "autograder" / "graders" / "test_scaling.py"
    text = graders.read_text(encoding="utf-8")
    graders.write_text(text.replace(COMPARED, "assert student.stats.mean(x).sum() < 1e9"), encoding="utf-8")
    found = grade(tmp_path / "in", course=course, stats="def mean(x):\n    return 'seven'\n")
    assert found.result["status"] == "graded"
    assert found.scores["1.1"] == 0
    assert "your code returned something that the check cannot use (AttributeError: 'str' object" in found.text("1.1")


def test_a_grader_that_was_changed_after_its_build_grades_nobody(tmp_path):
    grader = shutil.copytree(frozen(built()), tmp_path / "grader")
    with (grader / "graders" / "test_scaling.py").open("a", encoding="utf-8") as text:
        text.write("\n# a remark\n")
    found = grade(tmp_path / "in", course=grader)
    assert found.result["status"] == "grader_error" and set(found.scores.values()) == {0}
    assert "This is not your mistake" in found.visible
    assert "does not fit this grader: run `make`" in str(found.result["notes"])


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
    assert "an answer of 62.0 MB, far more than any right one" in " ".join(done.stdout.split())


def test_a_right_answer_fits_into_the_same_container(tmp_path):
    most = 250 << 20
    folder = submit(tmp_path / "in")
    done = softmark(
        "grade", folder, "--course", built(), "--out", tmp_path / "out",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Total: 10 of 10" in done.stdout
