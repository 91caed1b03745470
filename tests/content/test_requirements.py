"""A course may need packages: what is listed beside the rubric is installed where grades are made."""

from __future__ import annotations

import shutil
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from softmark.build import freeze
from softmark.checks.errors import GraderFault
from softmark.content import requirements
from softmark.content.course import Course
from tests.mini_course import COURSE


@pytest.fixture
def course(tmp_path: Path) -> Course:
    shutil.copytree(COURSE, tmp_path / "course")
    return Course.at(tmp_path / "course")


def lists(course: Course, text: str) -> Course:
    requirements.path_of(course).write_text(text, encoding="utf-8")
    return course


def allows(course: Course, package: str) -> Course:
    text = course.rubric_path.read_text(encoding="utf-8")
    course.rubric_path.write_text(text.replace("packages: [", f"packages: [{package}, "), encoding="utf-8")
    return Course.at(course.rubric_path.parents[1])


def test_the_list_goes_into_the_zip(course: Course) -> None:
    fresh = lists(allows(course, "psutil"), "# for the last task\npsutil >= 5, < 99\n\nnetworkx[default]==3.4\n")
    assert [*requirements.hold(fresh)] == ["psutil", "networkx"]
    assert freeze.requirements(fresh)["requirements/course.txt"] == b"psutil >= 5, < 99\nnetworkx[default]==3.4\n"


def test_a_course_without_a_list_has_none_in_its_zip(course: Course) -> None:
    assert requirements.hold(course) == {}
    assert list(freeze.requirements(course)) == ["requirements/engine.txt"]


def test_a_package_that_nobody_installs_is_told(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be there on the machine that builds, and the platform would give every student 0."""
    monkeypatch.setattr(metadata, "packages_distributions", cache(metadata.packages_distributions))  # of this machine
    with pytest.raises(GraderFault, match=r"nothing installs safetensors where .* add a line “safetensors” to"):
        requirements.hold(allows(course, "safetensors"))


def test_a_reference_that_imports_what_students_may_not_is_told(course: Course) -> None:
    path = course.reference_folder / "stats.py"
    path.write_text(
        path.read_text("utf-8").replace("import numpy as np\n", "import numpy as np\nimport scipy\n", 1), "utf-8"
    )
    with pytest.raises(
        GraderFault, match=r"the reference's stats.py line \d+ imports scipy, which `packages` in rubric"
    ):
        requirements.hold(course)


def test_students_are_told_of_every_package(course: Course) -> None:
    course.given_folder.mkdir(exist_ok=True)
    (course.given_folder / "requirements.txt").write_text("numpy>=1.26\n", encoding="utf-8")
    with pytest.raises(GraderFault, match=r"requirements.txt does not list scipy>=1, which .*requirements.txt does"):
        requirements.hold(lists(course, "scipy>=1\n"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("-r other.txt", "must be a package with its versions, like scipy>=1.11,<2, not '-r other.txt'"),
        ("git+https://example.org/x", "must be a package with its versions"),
        ("--index-url http://example.org", "must be a package with its versions"),
        ("scipy @ file:///tmp/x", "must be a package with its versions"),
        ("NumPy==1.0", "numpy comes with the grader, in its own version: leave it out"),
    ],
)
def test_a_line_that_is_no_package_is_told_with_its_number(course: Course, line: str, says: str) -> None:
    with pytest.raises(GraderFault) as told:
        requirements.read(lists(course, f"scipy\n{line}\n"))
    assert str(told.value).startswith(f"{requirements.path_of(course)}:2: {says}")


def test_a_package_that_is_not_here_is_told_before_the_reference_runs(course: Course) -> None:
    said = (
        r"scikit_neverland is not installed here, where the reference runs: pip install what .*requirements.txt lists"
    )
    with pytest.raises(GraderFault, match=said):
        requirements.hold(lists(allows(course, "scikit_neverland"), "scikit-neverland\n"))
