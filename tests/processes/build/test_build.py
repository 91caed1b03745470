"""Building for students and instructors: tasks given away or switched off, zips that never change by themselves."""

import json
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.mini_course import COURSE, edit, softmark


@pytest.fixture
def course(tmp_path):
    target = tmp_path / "course"
    shutil.copytree(COURSE, target)
    return target


def build(course, *more):
    return softmark("build", "--course", course, "--out", course / "dist", *more)


def test_a_build_proves_itself(course):
    done = build(course)
    assert done.returncode == 0, done.stdout + done.stderr
    for said in (
        "✓ the reference itself lost nothing: 10 points",
        "✓ the untouched stubs lost everything",
        "✓ mean.off_by_one lost 1.1, and is named",
        "✓ the reference passes check.py in the students' folder",
        "Gradescope's default container will do",
        "ready: give students",
    ):
        assert said in done.stdout, done.stdout


ZIPS = ("assignment.zip", "autograder.zip")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Built once."""
    course = shutil.copytree(COURSE, tmp_path_factory.mktemp("built") / "course")
    done = build(course, "--no-proof")
    assert done.returncode == 0, done.stderr
    return course


def test_the_same_sources_give_the_same_bytes(built, tmp_path):
    done = softmark("build", "--course", built, "--out", tmp_path, "--no-proof")
    assert done.returncode == 0, done.stderr
    for name in ZIPS:
        assert (tmp_path / name).read_bytes() == (built / "dist" / name).read_bytes(), name


def test_the_platform_finds_its_two_entry_points_at_the_root(built):
    with zipfile.ZipFile(built / "dist" / "autograder.zip") as archive:
        entries = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
    assert entries["setup.sh"] == entries["run_autograder"] == 0o755
    assert {
        "rubric.json",
        "README.md",
        "reference/stats.py",
        "graders/test_scaling.py",
        "softmark/sandbox/worker.py",
    } <= set(entries)
    assert not any(name.endswith(("torch.txt", "dev.txt")) or "__pycache__" in name for name in entries)


def test_the_students_zip_unpacks_into_a_folder_of_its_own(built):
    with zipfile.ZipFile(built / "dist" / "assignment.zip") as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"mini-scaling"}
    assert {"mini-scaling/stats.py", "mini-scaling/check.py"} <= set(names)


def test_a_task_that_is_off_is_gone_everywhere(course):
    edit(course, ("title: Standard scores\n", "title: Standard scores\n    mode: off\n"), ("total: 10", "total: 4"))
    done = build(course, "--assignment-only")
    assert done.returncode == 0, done.stderr
    folder = course / "assignment"
    assert not (folder / "scale.py").exists()  # nothing is left to write in it
    assert "Standardise" not in (folder / "public_tests" / "test_scaling.py").read_text(encoding="utf-8")
    tasks = json.loads((folder / "public_tests" / "tasks.json").read_text(encoding="utf-8"))
    assert [task["id"] for task in tasks["tasks"]] == ["1.1"]
    assert b"standardise" not in (folder / "public_tests" / "recorded.safetensors").read_bytes()


def test_a_task_that_is_given_comes_with_its_answer(course):
    edit(course, ("title: The mean\n", "title: The mean\n    mode: given\n"))
    assert build(course, "--assignment-only").returncode == 0
    stub = (course / "assignment" / "stats.py").read_text(encoding="utf-8")
    assert "return x.sum(axis=-1) / x.shape[-1]" in stub
    assert "NotImplementedError" not in stub


def test_points_that_no_longer_add_up_are_said_with_both_remedies(course):
    edit(course, ("points: 4", "points: 5"))
    done = build(course, "--assignment-only")
    assert done.returncode == 2
    assert "confirm with total: 11, or take total out" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_marker_that_does_not_close_is_said_with_its_line(course):
    path = course / "solutions" / "reference" / "stats.py"
    path.write_text(path.read_text(encoding="utf-8").replace("    # END SOLUTION\n", ""), encoding="utf-8")
    done = build(course, "--assignment-only")
    assert done.returncode == 2
    assert "stats.py:25" in done.stderr, done.stderr


HINT = "    Hint: Take a row of equal numbers: what must their mean be?\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("autograder/graders/test_scaling.py", "import ", "import (", "test_scaling.py:"),
        ("solutions/reference/stats.py", "def ", "def def ", "stats.py:10: is not valid Python: invalid syntax"),
        ("solutions/reference/stats.py", "import", "1 / 0\nimport", "stats.py:7: cannot be run: ZeroDivisionError: "),
        (
            "solutions/wrong/stats.py",
            "shape[0]\n",
            "shape[0]\n\n\nSIZE = 1 / 0\n",
            "stats.py:18: cannot be run: ZeroDivisi",
        ),
        ("solutions/wrong/stats.py", "def ", "def def ", "wrong/stats.py:4: is not valid Python: invalid syntax"),
        ("solutions/wrong/stats.py", "mean.off_by_one: ", "", "wrong/stats.py:4: the docstring of a known answer "),
        ("solutions/wrong/stats.py", HINT, "", "wrong/stats.py:4: Hint: is missing, what whoever makes this mistake"),
        ("solutions/wrong/stats.py", "def mean", "def maen", "wrong/stats.py:4: no task asks for maen: say which"),
        (
            "autograder/graders/test_scaling.py",
            '@number("1.2")',
            '@number("1.9")',
            "test_scaling.py:35: @number('1.9'): ",
        ),
    ],
)
def test_a_file_of_staff_that_cannot_be_read_is_said_in_one_line(course, file, old, new, said):
    path = course / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = build(course, "--assignment-only")
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wrong/stats.py", "wrong/stots.py", "wrong/stots.py: students write no stots.py; they write stats.py, "),
        ("right/scale.py", "right/parts/scale.py", "scale.py: students write no parts/scale.py; they write stats.py, "),
    ],
)
def test_answers_in_a_place_where_nobody_reads_them_are_said_in_one_line(course, old, new, said):
    (course / "solutions" / new).parent.mkdir(exist_ok=True)
    (course / "solutions" / old).rename(course / "solutions" / new)
    done = build(course, "--assignment-only")
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("autograder/graders/test_scaling.py", "reference.stats.mean", "reference.stats.maen", "did you mean mean?"),
        ("autograder/graders/test_scaling.py", "reference.stats", "reference.stots", "did you mean stats?"),
        ("solutions/reference/stats.py", "return x.sum(", "return x.summed(", "stats.py:26: AttributeError: "),
    ],
)
def test_a_check_that_the_reference_cannot_pass_is_told_without_a_traceback(course, file, old, new, said):
    path = course / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = build(course, "--assignment-only")
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("the reference does not pass ") and len(done.stderr.splitlines()) == 1, done.stderr
    assert said in done.stderr


def test_a_reference_that_is_not_there_is_one_line(course):
    (course / "solutions" / "reference" / "stats.py").unlink()
    done = build(course, "--assignment-only")
    assert done.returncode == 2
    assert "rubric.yaml:7:9: files[#1]: students write stats.py, and " in done.stderr, done.stderr


def test_a_course_without_handout_and_papers_sends_nobody_there(course, tmp_path):
    """The miniature has no handout, no README and no requirements.txt."""
    done = build(course, "--no-proof")
    assert "assignment: has no README.md and no requirements.txt, which check.py and students look for" in done.stdout
    with zipfile.ZipFile(course / "dist" / "assignment.zip") as archive:
        assert "graded homework: Scaling, in miniature" in archive.read("mini-scaling/AGENTS.md").decode()
        archive.extractall(tmp_path / "student")
    with zipfile.ZipFile(course / "dist" / "autograder.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    for place in (course, tmp_path / "unpacked"):
        softmark("grade", course / "assignment", "--course", place, "--out", tmp_path / "out")
        told = (tmp_path / "out" / "results.json").read_text(encoding="utf-8")
        assert "Read: its docstring in stats.py" in told and "Read: handout" not in told
    stats = tmp_path / "student" / "mini-scaling" / "stats.py"
    wrong = stats.read_text(encoding="utf-8").replace("raise NotImplementedError", "return x.sum(); raise Exception")
    stats.write_text(wrong, encoding="utf-8")
    checked = subprocess.run([sys.executable, "check.py"], cwd=stats.parent, capture_output=True, text=True).stdout
    assert "its docstring in stats.py" in checked and "handout, section" not in checked
