"""Another assignment, two NumPy functions, through everything: build, grade by zip, a class, its page, a regrade."""

import json
import shutil
import zipfile

import pytest

from softmark.content.course import Course
from tests import term
from tests.mini_course import COURSE, REFERENCE, softmark

pytestmark = pytest.mark.full  # each of these is shown elsewhere, too; here they follow each other


def run(*arguments, code=0, **options):
    done = softmark(*arguments, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Somebody's machine, after the commands an instructor runs, in their order."""
    folder = tmp_path_factory.mktemp("second")
    shutil.copytree(COURSE, folder / "course")
    run("build", "--course", folder / "course", "--out", folder / "dist", "--no-proof")
    with zipfile.ZipFile(folder / "dist" / "autograder.zip") as archive:
        archive.extractall(folder / "unpacked")
    a_class = term.write(Course.at(folder / "course"), 10, folder / "class")
    for out in ("before", "after"):
        told = softmark("batch", a_class, "--out", folder / out, "--course", folder / "course", "--json")
        assert told.returncode in (0, 1), told.stderr  # 1: there are unreadable submissions in it
    return folder


def test_the_zip_alone_grades_the_reference(folder):
    run("grade", REFERENCE, "--course", folder / "unpacked", "--out", folder / "graded")
    assert json.loads((folder / "graded" / "results.json").read_text(encoding="utf-8"))["score"] == 10


def test_nothing_about_attention_is_in_its_zips(folder):
    for name in ("assignment.zip", "autograder.zip"):
        with zipfile.ZipFile(folder / "dist" / name) as archive:
            names = archive.namelist()
            engine = ("softmark/", "requirements/")
            own = [name for name in names if not name.removeprefix("mini-scaling/").startswith(engine)]
            texts = " ".join(archive.read(n).decode("utf-8", "replace") for n in own if n.endswith((".py", ".yaml")))
        assert "attention" not in texts and "torch.txt" not in " ".join(names)


def test_the_class_has_a_page_and_grade_files(folder):
    run("report", folder / "before", "--course", folder / "course")
    assert "Scaling, in miniature" in (folder / "before" / "index.html").read_text(encoding="utf-8")
    assert len((folder / "before" / "grades.csv").read_text(encoding="utf-8").splitlines()) > 8


def test_grading_it_again_changes_nothing(folder):
    run("report", folder / "before", "--course", folder / "course")
    run("report", folder / "after", "--course", folder / "course", "--compare", folder / "before")
    assert len((folder / "after" / "changes.csv").read_text(encoding="utf-8").splitlines()) == 1
