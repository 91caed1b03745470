"""The two zips: what students get, and what an instructor uploads. The same commit and salt give the same bytes."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..checks.source import print_of_text
from . import names, salt
from .course import NO_HANDOUT, Course

_WHEN = (1980, 1, 1, 0, 0, 0)
ENGINE = Path(__file__).resolve().parents[1]
SHIPPED = ENGINE / "shipped"
"""Files that travel with the engine and are not imported by it: the local check of students, the platform's two entry
points, and the lists of packages."""
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})
GRADING_ROOMS = ("checks", "content", "questions", "sandbox", "grading", "policy", "render")
"""What one grade needs of the engine; whoever grades a class, builds or reports has the rest at home."""
COMMAND_FILES = ("__init__.py", "cli.py", "behind_launcher.py", "gradescope.py", "serve.py")
"""Two commands run from the zip: the platform's, and the one that a pool or a Dask host starts."""

_SKIP = {"__pycache__", ".pytest_cache", ".DS_Store", ".ipynb_checkpoints", ".attempts.json"}


def write(path: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()) -> None:
    """Sorted names, one fixed date, fixed permissions: nothing of this machine goes in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.create_system = 3
            entry.external_attr = (0o100755 if name in executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name], compresslevel=9)


def below(folder: Path, pattern: str = "*") -> dict[str, bytes]:
    """Every file below a folder that is somebody's work and not a cache."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob(pattern))
        if path.is_file() and not _SKIP & set(path.relative_to(folder).parts) and path.suffix != ".pyc"
    }


def assignment(folder: Path) -> dict[str, bytes]:
    """What students get: assignment/ as it is, files at the root."""
    return {name: data for name, data in below(folder).items() if name != "submission.zip"}


def for_students(course: Course, beside: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """The students' zip, which unpacks into a folder, with what is handed out `beside` the code. The fingerprint says
    which autograder.zip it goes with."""
    mark = {f"public_tests/{salt.FINGERPRINT}": f"{course.fingerprint}\n".encode()}
    files = {**(beside or {}), **assignment(course.given_folder), **mark}
    if course.rubric.visibility == "exam":
        files = _for_an_exam(course, files)
    return {f"{course.rubric.name}/{name}": data for name, data in files.items()}


def _for_an_exam(course: Course, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The stubs with the worked examples of their docstrings: no public test, no recorded answer, no known mistake."""
    texts = {name: files[name].decode("utf-8") for name in course.rubric.files if name in files}
    stubs = {name: print_of_text(text) for name, text in texts.items()}
    about = {"title": course.rubric.title, "files": list(course.rubric.files), "stubs": stubs}
    kept = {name: data for name, data in files.items() if not name.startswith("public_tests/")}
    kept["exam.json"] = json.dumps(about, ensure_ascii=False).encode() + b"\n"
    kept["check.py"] = (SHIPPED / "exam" / "worked_examples.py").read_bytes()
    # what a second copy of a file is called, and when two texts are the same, as everywhere
    kept |= {f"exam/{name}": (ENGINE / "checks" / name).read_bytes() for name in ("copies.py", "source.py")}
    return {**kept, salt.FINGERPRINT: files[f"public_tests/{salt.FINGERPRINT}"]}


def autograder(course: Course) -> dict[str, bytes]:
    """The instructor's zip: the platform's two entry points at the root, everything they need beside them."""
    files = {name: (SHIPPED / "gradescope" / name).read_bytes() for name in EXECUTABLE}
    files |= {f"softmark/{name}": data for name, data in engine().items()}
    for name in ("engine", *(["torch"] if course.rubric.framework == "torch" else [])):
        files[f"requirements/{name}.txt"] = (SHIPPED / "requirements" / f"{name}.txt").read_bytes()
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    files[salt.FILE] = f"{course.salt}\n".encode()
    files[salt.FINGERPRINT] = f"{course.fingerprint}\n".encode()
    files |= {f"graders/{name}": data for name, data in below(course.graders, "*.py").items()}
    files |= {f"reference/{name}.py": text.encode() for name, text in course.reference.items()}
    files |= {f"misconceptions/{name}": data for name, data in below(course.misconceptions_folder, "*.py").items()}
    if names.load(course.names_path):  # a mistake in it is told here, and not when somebody is graded
        files[course.names_path.name] = course.names_path.read_bytes()
    if course.questions_path.exists():
        files[course.questions_path.name] = course.questions_path.read_bytes()
    if course.overrides_path.exists():
        files[course.overrides_path.name] = course.overrides_path.read_bytes()
    if course.right_way_path.exists():
        files[course.right_way_path.name] = course.right_way_path.read_bytes()
    if not course.has_handout:
        files[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given}
    return files


def engine(commands: Sequence[str] = COMMAND_FILES) -> dict[str, bytes]:
    """As much of the engine as grades."""
    files = {path.name: path.read_bytes() for path in ENGINE.iterdir() if path.is_file()}
    files |= {f"commands/{name}": (ENGINE / "commands" / name).read_bytes() for name in commands}
    for room in GRADING_ROOMS:
        files |= {f"{room}/{name}": data for name, data in below(ENGINE / room).items()}
    return files
