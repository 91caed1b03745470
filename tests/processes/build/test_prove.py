"""The zips are proved with what is inside them: whatever is wrong there is said, and the build fails."""

import shutil
import zipfile
from pathlib import Path

import pytest

from softmark.build import prove
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from tests.mini_course import COURSE, softmark


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return without_proof(shutil.copytree(COURSE, tmp_path_factory.mktemp("proved") / "course"))


def without_proof(course: Path) -> Path:
    done = softmark("build", "--course", course, "--out", course / "dist", "--no-proof")
    assert done.returncode == 0, done.stderr
    return course


def proved(course: Path, **other: Path) -> int:
    zips = {name: course / "dist" / f"{name}.zip" for name in ("assignment", "autograder")} | other
    return prove.run(Course.at(course), zips["assignment"], zips["autograder"])


def changed(source: Path, target: Path, name: str, old: str, new: str) -> Path:
    """The same zip with another text in one of its files."""
    with zipfile.ZipFile(source) as before, zipfile.ZipFile(target, "w") as after:
        for each in before.namelist():
            data = before.read(each)
            if each == name:
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode())
            after.writestr(each, data)
    return target


NO_STUB = ("mini-scaling/scale.py", "raise NotImplementedError", "return x #")
OTHER_NUMBERS = ("mini-scaling/public_tests/test_scaling.py", '@number("1.1")', '@number("1.1") ; 1 / 0')


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (NO_STUB, "    1.2: the stub is not taken as unwritten: does it do part of the task?"),
        (OTHER_NUMBERS, "✗ the reference fails check.py in the students' folder"),
    ],
)
def test_zips_that_do_not_grade_as_they_should_are_not_for_uploading(built, tmp_path, capsys, change, says):
    other = changed(built / "dist" / "assignment.zip", tmp_path / "changed.zip", *change)
    assert proved(built, assignment=other) == 1
    told = capsys.readouterr()
    assert says in told.out, told.out
    assert "do not upload them" in told.err


CASE = """class TestStandardise(EveryFunction):
    def case(self, draw, weights):
        return Case("scale.standardise", (draw(2, 3),))

"""


def test_a_check_that_lets_a_known_mistake_pass_is_told(tmp_path, capsys):
    course = shutil.copytree(COURSE, tmp_path / "course")
    grader = course / "autograder" / "graders" / "test_scaling.py"
    strict, lenient = "same(student.scale.standardise(x), ref", "(lambda *a, **k: student.scale.standardise(x))(ref"
    text = grader.read_text(encoding="utf-8")
    assert strict in text and CASE in text
    grader.write_text(text.replace(CASE, "class TestStandardise:\n").replace(strict, lenient), encoding="utf-8")
    assert proved(without_proof(course)) == 1
    told = capsys.readouterr().out
    assert "1.2 must be lost, and passes: a check is missing, or scale.by_variance does not" in told


def test_a_zip_in_which_somebody_changed_the_engine_grades_nobody(built, tmp_path):
    change = (
        "softmark/checks/points.py",
        "def earned(",
        "def earned(points, lost):\n    return points\n\n\ndef _earned(",
    )
    other = changed(built / "dist" / "autograder.zip", tmp_path / "changed.zip", *change)
    with pytest.raises(GraderFault, match="does not fit this grader: run `make`"):
        proved(built, autograder=other)
