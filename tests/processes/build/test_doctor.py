"""`softmark build --check`: ready to upload, or what is wrong and where."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from softmark.build import doctor
from softmark.build.measure import Measured
from softmark.content.course import Course
from tests.mini_course import COURSE, ROOT, softmark

RUN = """
import json, sys
from datetime import datetime, timezone
from pathlib import Path
from softmark.build import doctor
from softmark.build.measure import Measured
from softmark.commands import cli
told = json.loads(sys.argv[1])
fake = None
if told["cost"]:
    seconds, cpu, memory = told["cost"]
    rows = [{"id": "1.1", "score": told["mean"], "points": 4}, {"id": "1.2", "score": 6, "points": 6}]
    result = {"status": "graded", "items": rows, "notes": [], "isolation": {"level": "full"}}
    fake = lambda root, files: Measured(seconds, cpu, memory, result)
now = datetime(2026, 11, 1, tzinfo=timezone.utc)
root = Path(told["root"])
measured = doctor.measure.grade if told["real"] else fake
sys.exit(cli.told(lambda: doctor.run(root, root / "dist", now=now, measured=measured)))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("doctor") / "course"
    shutil.copytree(COURSE, root)
    rubric = root / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8").replace("  total_seconds: 60", "  total_seconds: 60\n  memory_mb: 400")
    rubric.write_text(text, encoding="utf-8")
    (root / "autograder" / ".salt").unlink()  # the build makes one, without asking
    done = softmark("build", "--course", root, "--out", root / "dist", "--no-proof")
    assert done.returncode == 0, done.stderr
    return root


def examined(
    root: Path, cost: tuple[float, float, int] | None = (2.0, 3.0, 200), *, mean: float = 4, real: bool = False
) -> subprocess.CompletedProcess[str]:
    """In a process of its own: collecting graders with pytest inside pytest would mix the two."""
    told = json.dumps({"root": str(root), "cost": cost, "mean": mean, "real": real})
    env = {"PYTHONPATH": str(ROOT / "autograder"), "PATH": "/usr/bin:/bin"}
    return subprocess.run([sys.executable, "-c", RUN, told], capture_output=True, text=True, encoding="utf-8", env=env)


def test_a_healthy_assignment_is_ready_to_upload(built: Path) -> None:
    done = examined(built)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ points: 2 tasks, 10 points; give the platform 10" in done.stdout
    assert "✓ students submit stats.py, scale.py; each has a stub and a reference" in done.stdout
    assert "✓ graders: 5 checks, at least one for every task" in done.stdout
    assert "✓ visibility: visible: students see score, ✓/✗ and hints at once" in done.stdout
    assert "✓ the reference gets full marks in 2 s" in done.stdout
    assert "✓ isolation: full here, full to be expected on Gradescope (root); required: same-user" in done.stdout
    assert "0.5 CPU / 0.75 GB will do, about 6 s there (the default)" in done.stdout
    assert done.stdout.rstrip().endswith("ready to upload: " + str(built / "dist" / "autograder.zip"))


def test_everything_that_is_wrong_is_in_one_list_with_its_place(built: Path, tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(built, root)
    (root / "assignment" / "scale.py").unlink()
    rubric = root / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    for old, new in (
        ("title: The mean\n", "title: The mean\n    visibility: hidden\n"),
        ("total_seconds: 60", "total_seconds: 590"),
        ("required: same-user", "required: reduced\ndates: {due: 2026-10-01 23:59 -08:00}\nlate: {per: day}"),
    ):
        assert old in text
        text = text.replace(old, new)
    rubric.write_text(text, encoding="utf-8")
    (root / "autograder" / ".salt").write_text("autumn-2026\n", encoding="utf-8")
    done = examined(root)
    assert done.returncode == 1
    lines = text.splitlines()

    def line(start: str) -> int:
        return next(number for number, each in enumerate(lines, 1) if each.strip().startswith(start))

    for said in (
        f"✗ {rubric}:{line('files:')}:19: files[#2]: students get no stub for it",
        "out of date",
        f"! {rubric}:{line('visibility: hidden')}:17: items[1.1].visibility: hidden on one row makes Gradescope",
        f"✗ {root / 'autograder' / '.salt'} holds 11 characters, which can be guessed: delete it and run `make`",
        f"! {rubric}:{line('total_seconds:')}:18: limits.total_seconds: 590 s leave less than 60 s",
        f"! {rubric}:{line('required:')}:13: isolation.required: lets hidden checks run where",
        f"! {rubric}:{line('dates:')}:14: dates.due: 1 Oct 2026 23:59 (UTC−8) is over",
    ):
        assert said in done.stdout, done.stdout
    assert done.stdout.rstrip().endswith("not ready: 3 things to fix first")


def test_an_old_engine_in_the_students_folder_is_told(built: Path, tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(built, root)
    (root / "assignment" / "public_tests" / "softmark.pyz").write_bytes(b"of last term")
    done = examined(root)
    assert done.returncode == 1
    assert "is out of date (public_tests/softmark.pyz): run softmark build" in done.stdout


@pytest.mark.parametrize(
    ("memory", "cpu", "kind", "says"),
    [
        (200, 3.0, "good", "0.5 CPU / 0.75 GB will do, about 6 s there (the default)"),
        (500, 3.0, "look", "limits.memory_mb: student code may take 400 MB on top, and 0.75 GB leave 268"),
        (900, 20.0, "look", "1 CPU / 1.5 GB will do, about 20 s there; the default, 0.5 CPU / 0.75 GB, will not"),
        (900, 300.0, "wrong", "none of Gradescope's containers has room for that"),
    ],
)
def test_the_container_must_have_room(built: Path, memory: int, cpu: float, kind: str, says: str) -> None:
    found = doctor.Findings(Course.at(built))
    doctor.container(found, found.course.rubric, Measured(9.0, cpu, memory, {}))
    assert any(each == kind and says in text for each, text in found.said), found.said


def test_a_reference_that_loses_points_is_not_ready(built: Path) -> None:
    done = examined(built, mean=2)
    assert done.returncode == 1 and "✗ the reference loses points in 1.1" in done.stdout


def test_a_rubric_that_cannot_be_read_is_told_with_every_problem(built: Path, tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(built, root)
    rubric = root / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8").replace("points: 4", "points: -4")
    rubric.write_text(text + "late: {percent: 200}\n", encoding="utf-8")
    done = examined(root)
    assert done.returncode == 2 and done.stdout == ""
    assert "points: must be at least 0, not -4" in done.stderr and "must be at most 100, not 200" in done.stderr


@pytest.mark.slow
def test_with_a_real_grade(built: Path) -> None:
    done = examined(built, None, real=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ the reference gets full marks" in done.stdout and "a grade of the reference takes" in done.stdout
    memory = int(done.stdout.partition("takes ")[2].partition(" MB")[0])
    assert 20 < memory < 700
