"""The miniature assignment on a platform with dates: policies in its rubric, metadata beside the submission."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.mini_course import COURSE, RIGHT, frozen, softmark

FUTURE = "2100-01-01T00:00:00Z"
PAST = "2020-01-01T00:00:00Z"


def course_with(folder: Path, policies: str, *changes: tuple[str, str]) -> Path:
    """A copy of the miniature with other rules."""
    target = folder / "course"
    if not target.exists():
        shutil.copytree(COURSE, target)
    text = (COURSE / "autograder" / "rubric.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (target / "autograder" / "rubric.yaml").write_text(text + policies, encoding="utf-8")
    return target


def submitted(folder: Path, course: Path, about: object, **files: str) -> dict[str, Any]:
    """The results.json that the platform would show."""
    root = folder / "platform"
    shutil.rmtree(root, ignore_errors=True)
    (root / "submission").mkdir(parents=True)
    (root / "results").mkdir()
    for name, text in {**RIGHT, **{f"{stem}.py": text for stem, text in files.items()}}.items():
        (root / "submission" / name).write_text(text, encoding="utf-8")
    (root / "submission_metadata.json").write_text(json.dumps(about), encoding="utf-8")
    done = softmark("gradescope", "--root", root, "--source", frozen(course))
    assert done.returncode == 0, done.stdout + done.stderr
    document: dict[str, Any] = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    return document


def graded(folder: Path, course: Path, submission: Path, *options: object) -> subprocess.CompletedProcess[str]:
    """`softmark grade`, for machines."""
    return softmark("grade", submission, "--course", course, "--out", folder, "--json", *options)
