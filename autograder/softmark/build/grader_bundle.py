"""Packs what a grader on another machine needs: the rooms that grade, and the course with its secrets."""

from __future__ import annotations

from ..content import kept_rubric, salt
from ..content.course import NO_HANDOUT, Course
from ..files.engine import ENGINE
from ..files.zips import below
from ..grading.version import DECIDING_ROOMS

GRADING_ROOMS = (*DECIDING_ROOMS, "policy", "render")
"""What one grade needs of the engine; whoever grades a class, builds or reports has the rest at home."""


def of(course: Course) -> dict[str, bytes]:
    """The files of a bundle, without an entry point: each platform and cluster brings its own."""
    files = {f"softmark/{name}": data for name, data in engine().items()}
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    files[kept_rubric.FILE] = kept_rubric.checked(course.rubric_path).encode()
    files[salt.FILE] = f"{course.salt}\n".encode()
    files[salt.FINGERPRINT] = f"{course.fingerprint}\n".encode()
    for path in (course.hidden_draws_path, course.hidden_recording_path):
        if path.exists():
            files[path.name] = path.read_bytes()
    files |= {f"graders/{name}": data for name, data in below(course.graders, "*.py").items()}
    files |= {f"reference/{name}.py": text.encode() for name, text in course.reference.items()}
    files |= {f"wrong/{name}": data for name, data in below(course.mistakes_folder, "*.py").items()}
    if course.ways_path.exists():
        files[course.ways_path.name] = course.ways_path.read_bytes()
    if not course.has_handout:
        files[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given_and_data}
    return files


def engine() -> dict[str, bytes]:
    """The rooms of the engine that grade."""
    files = {path.name: path.read_bytes() for path in ENGINE.iterdir() if path.is_file()}
    for room in GRADING_ROOMS:
        files |= {f"{room}/{name}": data for name, data in below(ENGINE / room).items()}
    return files
