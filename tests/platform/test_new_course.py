"""`softmark new`: somebody types a name, and has a course that passes."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from softmark.build import new_course
from softmark.build.handouts import documents
from softmark.build.new_course import COURSES, Wish
from softmark.commands import cli
from softmark.content.course import Course
from tests.mini_class import batch, rows, scores
from tests.mini_course import softmark

TEMPLATES = {
    "convolution": Wish(Path("demo"), example="convolution"),
    "calculator": Wish(Path("demo"), example="calculator"),
    "numpy": Wish(Path("demo")),
    "torch": Wish(Path("demo"), framework="torch"),
    "python": Wish(Path("demo"), framework="python"),
}


def new(place: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """`softmark new …` typed in a folder, by somebody."""
    said, complained = io.StringIO(), io.StringIO()
    command = ["new", *map(str, words)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained), pytest.MonkeyPatch.context() as here:
        here.chdir(place)
        here.setattr(sys, "stdin", io.StringIO())
        code = cli.main(command)
    return subprocess.CompletedProcess(command, code, said.getvalue(), complained.getvalue())


# --- what is written --------------------------------------------------------------------------------------------------


def test_a_name_is_enough_and_the_rest_is_told(tmp_path: Path) -> None:
    done = new(tmp_path, "signals")
    assert done.returncode == 0 and "make test" in done.stdout, done.stderr
    course = Course.at(tmp_path / "signals")
    assert (course.rubric.name, course.rubric.title, course.rubric.framework) == ("signals", "Signals", "numpy")
    assert course.rubric.files == ("signals.py",) and len(course.rubric.items) == 3
    for name in ("Makefile", ".gitignore", ".github/workflows/check.yml", "assignment/requirements.txt"):
        assert (tmp_path / "signals" / name).is_file()


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_course_has_one_of_everything(template: str, tmp_path: Path) -> None:
    new_course.write(Wish(**{**vars(TEMPLATES[template]), "folder": tmp_path / "demo"}))
    course = Course.at(tmp_path / "demo")
    assert len(course.known_mistakes) >= 2 and len(course.alternatives) >= 1
    assert "data.py" in course.given and (tmp_path / "demo" / "assignment" / "README.md").is_file()
    [document] = documents.documents(tmp_path / "demo" / "handouts")
    assert document.name == "handout"
    used = {name for name in course.rubric.files if "starter" in name}
    assert not used and all("@weight" in path.read_text("utf-8") for path in course.graders.glob("test_*.py"))


def test_a_title_may_hold_what_yaml_would_read_as_something_else(tmp_path: Path) -> None:
    assert new(tmp_path, "rows", "--title", 'Rows: "all" of them').returncode == 0
    assert Course.at(tmp_path / "rows").rubric.title == 'Rows: "all" of them'
    assert "starter" not in "".join(p.read_text("utf-8") for p in (tmp_path / "rows").rglob("*") if p.is_file())


@pytest.mark.parametrize("framework", ["numpy", "torch", "python"])
def test_known_answers_are_about_the_tasks_that_there_are(tmp_path: Path, framework: str) -> None:
    new_course.write(Wish(tmp_path / "rows", framework=framework))
    course = Course.at(tmp_path / "rows")
    course.hold_answers()
    asked = {name for item in course.rubric.items for name in item.names}
    known = [*course.known_mistakes, *course.alternatives]
    assert course.known_mistakes and {name for answer in known for name in answer.replaces} <= asked


def test_a_title_stands_wherever_the_old_one_stood(tmp_path: Path) -> None:
    assert new(tmp_path, "demo", "--from", "convolution", "--title", "Sliding sums").returncode == 0
    texts = [path.read_text("utf-8") for path in (tmp_path / "demo").rglob("*") if path.is_file()]
    assert not any("Convolution, by hand" in text for text in texts)
    assert sum("Sliding sums" in text for text in texts) == 3


def test_the_workflow_is_yaml_that_only_calls_make() -> None:
    flow = yaml.safe_load((COURSES / "common" / "check.yml").read_text(encoding="utf-8"))
    runs = [step["run"] for step in flow["jobs"]["check"]["steps"] if "run" in step]
    assert runs[-1] == "make test SOFTMARK=softmark"


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["my-course"],
            "'my-course' is not a name that every Python can import: a to z, digits and _; no digit first, no keyword",
        ),
        (
            ["class"],
            "'class' is not a name that every Python can import: a to z, digits and _; no digit first, no keyword",
        ),
        (
            ["json"],
            "json is an existing module, which the students' file would hide: try my_json",
        ),
    ],
)
def test_what_cannot_be_is_one_line_and_nothing_is_written(tmp_path: Path, words: list[str], told: str) -> None:
    done = new(tmp_path, *words)
    assert (done.returncode, done.stderr, done.stdout) == (2, f"{told}\n", "")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "thesis.txt").write_text("mine", encoding="utf-8")
    done = new(tmp_path, "demo")
    assert done.returncode == 2
    assert done.stderr == "demo is not empty; nothing was written: choose another name, or empty it first\n"
    assert [path.name for path in (tmp_path / "demo").iterdir()] == ["thesis.txt"]


# --- it passes --------------------------------------------------------------------------------------------------------


def test_what_the_first_make_will_need_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documents, "_NEEDED", {"no_such_module": "pypandoc_binary"})
    assert cli.main(["new", str(tmp_path / "demo"), "--from", "convolution"]) == 0
    assert capsys.readouterr().out.endswith(
        "  the handout needs pypandoc_binary: pip install 'softmark[handouts]', or do without\n"
    )


def test_without_pandoc_a_build_says_so_and_makes_the_zips_without_a_handout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_course.write(Wish(tmp_path / "demo", example="convolution"))
    monkeypatch.setattr(documents, "_NEEDED", {"no_such_module": "pypandoc_binary"})
    assert cli.main(["build", "--course", str(tmp_path / "demo"), "--out", str(tmp_path / "dist"), "--no-proof"]) == 0
    said = "no handout in the zip: this Python lacks pypandoc_binary (pip install 'softmark[handouts]')\n"
    assert said in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "dist" / "assignment.zip") as archive:
        assert not [name for name in archive.namelist() if name.endswith("handout.html")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "lost", "name"),
    [
        ("convolution", "1.1", "which is correlation"),
        ("calculator", "1.2", "The number on top of the stack comes first"),
    ],
)
def test_an_example_grades_its_right_wrong_hostile_and_unwritten_answers(
    tmp_path: Path, example: str, lost: str, name: str
) -> None:
    """The reference of one imports a given file: that file is there for the grader too."""
    course = tmp_path / "demo"
    assert new(tmp_path, "demo", "--from", example).returncode == 0
    built = softmark("build", "--no-handouts", "--no-proof", cwd=course)
    assert built.returncode == 0, built.stderr
    handed_in = shutil.copytree(course / "examples", tmp_path / "class")
    shutil.copytree(course / "assignment", handed_in / "unwritten", ignore=shutil.ignore_patterns("public_tests"))
    done = batch(handed_in, tmp_path / "out", "--workers", "1", course=course)
    assert done.returncode == 0, done.stderr
    points = scores(tmp_path / "out")
    assert points["right"] == 10 and points["unwritten"] == 0 and points["hostile"] == 0
    wrong = "SELECT task, says FROM latest JOIN task ON grade = number WHERE submission = 'wrong' AND score < points"
    told = rows(tmp_path / "out", wrong)
    assert [task for task, _ in told] == [lost]
    assert any(name in (says or "") for _, says in told)


@pytest.mark.slow
@pytest.mark.parametrize(
    "template", [name if name == "numpy" else pytest.param(name, marks=pytest.mark.full) for name in TEMPLATES]
)
def test_every_course_builds_proves_itself_and_has_a_clean_audit(template: str, tmp_path: Path) -> None:
    new_course.write(Wish(**{**vars(TEMPLATES[template]), "folder": tmp_path / "demo"}))
    built = softmark("build", cwd=tmp_path / "demo")
    assert built.returncode == 0 and "ready:" in built.stdout, built.stdout + built.stderr
    audited = softmark("audit", cwd=tmp_path / "demo")
    assert audited.returncode == 0 and "\nclean\n" in audited.stdout, audited.stdout + audited.stderr
