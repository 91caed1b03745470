"""Exam mode: what a student reads before and after, what other platforms are told, what the zip holds, who releases."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from softmark.build import student_folder, zips
from softmark.content.course import Course
from softmark.files.zips import write_zip
from tests.policy.platform import course_with
from tests.proc import A_HANG

# --- what students get --------------------------------------------------------------------------------------


@pytest.fixture
def exam(tmp_path: Path) -> Course:
    course = Course.at(course_with(tmp_path, "visibility: exam\nattempts: {limit: 1}\n"))
    stats = course.reference_folder / "stats.py"
    example = "    >>> mean(np.array([[1.0, 3.0]]))\n    array([2.])\n\n    Graded:"
    stats.write_text(stats.read_text(encoding="utf-8").replace("    Graded:", example), encoding="utf-8")
    student_folder.write(course, course.given_folder)
    return course


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "check.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=A_HANG)


def test_the_zip_of_an_exam_has_worked_examples_and_nothing_recorded(exam: Course, tmp_path: Path) -> None:
    files = zips.for_students(exam)
    names = ["check.py", "exam.json", "exam/copies.py", "exam/source.py", "salt.fingerprint", "scale.py", "stats.py"]
    assert sorted(files) == [f"mini-scaling/{name}" for name in names]
    whole = b"\n".join(files.values())
    for answer in exam.known_mistakes:
        assert answer.says.encode() not in whole and answer.name.encode() not in whole
    folder = tmp_path / "at home"
    write_zip(tmp_path / "a.zip", files)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        archive.extractall(folder)
    folder /= "mini-scaling"
    done = run(folder)
    assert done.returncode == 1 and "not written yet" in done.stdout and "stats.mean" in done.stdout, done.stderr
    for name, text in exam.reference.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    done = run(folder)
    assert done.returncode == 0 and "not written" not in done.stdout and "ok" in done.stdout, done.stdout
    (folder / "stats.py").write_text(exam.reference["stats"].replace("x.shape[-1]", "7"), encoding="utf-8")
    done = run(folder)
    assert done.returncode == 1 and "Expected:" in done.stdout
    (folder / "scale (1).py").write_text(exam.reference["scale"], encoding="utf-8")
    assert run(folder, "--zip").returncode == 0  # a second copy beside work is nobody's business
    for empty in (b"\n", files["mini-scaling/scale.py"].replace(b"\n", b"\r\n")):
        (folder / "scale.py").write_bytes(empty)
        done = run(folder, "--zip")
        assert done.returncode == 2 and "no work in scale.py yet, and beside it lies scale (1).py" in done.stderr
    (folder / "scale (1).py").rename(folder / "scales.py")  # another file, not a copy
    assert run(folder, "--zip").returncode == 0  # whoever has not begun may hand in what there is
    with zipfile.ZipFile(io.BytesIO((folder / "submission.zip").read_bytes())) as archive:
        assert archive.namelist() == ["stats.py", "scale.py"]
