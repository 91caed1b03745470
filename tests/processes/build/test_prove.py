"""The zips are proved with what is inside them: whatever is wrong there is said, and the build fails."""

import shutil
import zipfile
from pathlib import Path

import pytest

from softmark.build import prove
from softmark.content.course import Course
from tests.mini_course import COURSE, softmark


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    course = shutil.copytree(COURSE, tmp_path_factory.mktemp("proved") / "course")
    done = softmark("build", "--course", course, "--out", course / "dist", "--no-proof")
    assert done.returncode == 0, done.stderr
    return course


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


LENIENT = (
    "graders/test_scaling.py",
    "same(student.scale.standardise(x), ref",
    "(lambda *a, **k: student.scale.standardise(x))(ref",
)
NO_STUB = ("mini-scaling/scale.py", "raise NotImplementedError", "return x #")
FORGIVING = (
    "softmark/checks/points.py",
    "def earned(",
    "def earned(points, lost):\n    return points\n\n\ndef _earned(",
)
OTHER_NUMBERS = ("mini-scaling/public_tests/test_scaling.py", '@item("1.1")', '@item("1.1") ; 1 / 0')


@pytest.mark.parametrize(
    ("which", "change", "says"),
    [
        ("autograder", LENIENT, "1.2 must be lost, and passes: a check is missing, or scale.by_variance does not"),
        ("autograder", FORGIVING, "    1.1: the stub earns 4 points: does it do part of the task?"),
        ("assignment", NO_STUB, "    1.2: the stub is not taken as unwritten: does it do part of the task?"),
        ("assignment", OTHER_NUMBERS, "✗ the reference fails check.py in the students' folder"),
    ],
)  # fmt: skip
def test_zips_that_do_not_grade_as_they_should_are_not_for_uploading(built, tmp_path, capsys, which, change, says):
    zips = {name: built / "dist" / f"{name}.zip" for name in ("assignment", "autograder")}
    zips[which] = changed(zips[which], tmp_path / "changed.zip", *change)
    assert prove.run(Course.at(built), zips["assignment"], zips["autograder"]) == 1
    told = capsys.readouterr()
    assert says in told.out, told.out
    assert "do not upload them" in told.err
