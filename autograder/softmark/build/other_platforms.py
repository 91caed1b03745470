"""What Autolab and PrairieLearn are given: the autograder as they start it, and the files that they ask for beside it.

Both hold everything that autograder.zip holds, the salt too: they are for staff, never for students.
"""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import uuid
from collections.abc import Mapping
from pathlib import Path

from ..content.course import Course
from ..content.rubric import Rubric
from ..files.engine import SHIPPED
from . import zips

_COMMANDS = (*zips.COMMAND_FILES, "grade.py")
_EXECUTABLE = frozenset({"driver.sh", "run.sh", *zips.EXECUTABLE})
_QUESTIONS = uuid.UUID("6f1f9c1e-3b0e-5d0a-9c57-2f9f6f0f8a11")
"""Of our making: a course of the same name keeps the same question."""


def autolab(course: Course, folder: Path) -> Path:
    """autograde-Makefile and autograde.tar, as the lab's folder wants them, and the image."""
    files = _grader(course, "autolab/driver.sh")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(files[name]), 0o755 if Path(name).name in _EXECUTABLE else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    makefile = (SHIPPED / "autolab" / "autograde-Makefile").read_bytes()
    lab = {"autograde-Makefile": makefile, "autograde.tar": packed.getvalue()}
    return _written(folder, {**lab, **_image(files)})


def prairielearn(course: Course, folder: Path) -> Path:
    """serverFilesCourse/softmark and the question, in the layout of a course there, and the image."""
    files = _grader(course, "prairielearn/run.sh")
    name = course.rubric.name
    question = {
        f"questions/{name}/info.json": json.dumps(_info(course.rubric), indent=2).encode() + b"\n",
        f"questions/{name}/question.html": _question(course.rubric).encode(),
    }
    server = {f"serverFilesCourse/softmark/{each}": data for each, data in files.items()}
    return _written(folder, {**server, **question, **_image(files)})


def _grader(course: Course, entry: str) -> dict[str, bytes]:
    files = {name: data for name, data in zips.autograder(course).items() if name != "run_autograder"}
    files |= {f"softmark/{name}": data for name, data in zips.commands(_COMMANDS).items()}
    return {**files, Path(entry).name: (SHIPPED / entry).read_bytes()}


def _image(files: Mapping[str, bytes]) -> dict[str, bytes]:
    kept = {name: data for name, data in files.items() if name == "setup.sh" or name.startswith("requirements/")}
    kept["Dockerfile"] = (SHIPPED / "image" / "Dockerfile").read_bytes()
    return {f"image/{name}": data for name, data in kept.items()}


def _info(rubric: Rubric) -> dict[str, object]:
    return {
        "uuid": str(uuid.uuid5(_QUESTIONS, rubric.name)),
        "title": rubric.title,
        "topic": "Programming",
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": f"YOUR-REGISTRY/{rubric.name}",
            "serverFilesCourse": ["softmark/"],
            "entrypoint": "/grade/serverFilesCourse/softmark/run.sh",
            "timeout": 600,
            "enableNetworking": False,
        },
    }


def _question(rubric: Rubric) -> str:
    names = ", ".join(rubric.files)
    return (
        "<pl-question-panel>\n"
        f"  <p>Hand in {names}. Run <code>python check.py</code> at home first: it tells you more, and at once.</p>\n"
        f'  <pl-file-upload file-names="{names}"></pl-file-upload>\n'
        "</pl-question-panel>\n"
        "<pl-submission-panel>\n"
        "  <pl-external-grader-results></pl-external-grader-results>\n"
        "  <pl-file-preview></pl-file-preview>\n"
        "</pl-submission-panel>\n"
    )


def _written(folder: Path, files: Mapping[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o755 if path.name in _EXECUTABLE else 0o644)
    return folder
