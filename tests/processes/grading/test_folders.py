"""A course whose students' files lie in a folder: the miniature, moved."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.mini_course import COURSE, frozen, softmark
from tests.proc import A_HANG

WRONG_MEAN = "def mean(x):\n    total = x.sum(axis=-1)\n    return total / (x.shape[-1] + 1)\n"
BY_VARIANCE = """from .stats import mean

def standardise(x):
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None]
"""

LONG_MEAN = """def mean(x):
    columns = x.shape[-1]
    parts = x / columns
    doubled = parts * 2
    both = doubled.sum(axis=-1)
    return both / 2
"""
LONG_SCALE = """from parts import stats


def standardise(x):
    centre = stats.mean(x)[:, None]
    centred = x - centre
    squares = centred**2
    variance = stats.mean(squares)
    spread = variance**0.5
    rows = spread[:, None]
    return centred / rows
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = shutil.copytree(COURSE, tmp_path_factory.mktemp("folders") / "course")
    for folder in (root / "solutions").iterdir():
        (folder / "parts").mkdir()
        for path in sorted(folder.glob("*.py")):
            path.rename(folder / "parts" / path.name)
    for path in [*root.rglob("*.py"), root / "autograder" / "rubric.yaml"]:
        text = path.read_text(encoding="utf-8")
        for old, new in (
            ("from stats", "from parts.stats"),
            *(("student.s", "student.parts.s"), ("reference.s", "reference.parts.s"), ('Case("', 'Case("parts.')),
            *(("[stats.py, scale.py]", "[parts/stats.py, parts/scale.py]"), ("file: ", "file: parts/")),
        ):
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    frozen(root)
    return root


def handed_in(folder, **texts):
    (folder / "parts").mkdir(parents=True)
    for name, text in texts.items():
        (folder / "parts" / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def reference(course, name):
    return (course / "solutions" / "reference" / "parts" / f"{name}.py").read_text(encoding="utf-8")


def test_a_grade_carries_and_names_as_ever(course, tmp_path):
    submission = handed_in(tmp_path / "work", stats=WRONG_MEAN, scale=BY_VARIANCE)
    done = softmark("grade", submission, "--course", course, "--out", tmp_path / "out", "--json")
    rows = {task["id"]: task for task in json.loads(done.stdout)["tasks"]}
    assert rows["1.2"]["on_top_of"] == ["1.1"] and "scale.by_variance" in json.dumps(rows["1.2"])
    shown = (tmp_path / "out" / "results.json").read_text(encoding="utf-8")
    assert "graded on top of a correct `mean`" in shown


def test_a_class_is_graded_compared_and_asked(course, tmp_path):
    export = tmp_path / "export"
    for who in ("ada", "cy"):
        handed_in(export / who, stats=LONG_MEAN, scale=LONG_SCALE)
    handed_in(export / "bo" / "mine", stats=WRONG_MEAN, scale=BY_VARIANCE)
    out = tmp_path / "class"
    assert softmark("batch", export, "--course", course, "--out", out).returncode == 0
    assert softmark("report", out, "--course", course).returncode == 0
    assert "ada: 10 points" in softmark("explain", out, "ada", "--course", course).stdout
    told = softmark("explain", out, "bo", "1.1", "--course", course).stdout
    assert "1.1 The mean" in told and "0 of 4" in told


def test_check_py_loads_what_lies_in_folders(course, tmp_path):
    home = shutil.copytree(course / "assignment", tmp_path / "home")
    (home / "parts" / "stats.py").write_text(reference(course, "stats"), encoding="utf-8")
    (home / "parts" / "scale.py").write_text(BY_VARIANCE, encoding="utf-8")
    command = [sys.executable, "check.py", "--json", "--zip"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, encoding="utf-8", timeout=A_HANG)
    report = json.loads(done.stdout)
    assert [(task["under"], task["words"]) for task in report["tasks"]] == [
        ("parts/stats.py", "passed"),
        ("parts/scale.py", "wrong"),
    ], done.stderr
