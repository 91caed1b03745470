"""The two zips: what students get, and what an instructor uploads. The same commit gives the same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from ..course import Course

_WHEN = (1980, 1, 1, 0, 0, 0)
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})
ENGINE_HOME = Path(__file__).resolve().parents[2]
"""The folder of the engine, its entry points and requirements: the same for every assignment."""

_SKIP = {"__pycache__", ".pytest_cache", ".DS_Store", ".ipynb_checkpoints"}


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
    """The students' zip: assignment/ as it is, files at the root."""
    return {name: data for name, data in below(folder).items() if name != "submission.zip"}


def autograder(course: Course) -> dict[str, bytes]:
    """The instructor's zip: the platform's two entry points at the root, everything they need beside them."""
    files = {name: (ENGINE_HOME / name).read_bytes() for name in EXECUTABLE}
    for folder in ("requirements", "softmark"):
        files |= {f"{folder}/{name}": data for name, data in below(ENGINE_HOME / folder).items()}
    needed = {"requirements/engine.txt", *(["requirements/torch.txt"] if course.rubric.framework == "torch" else [])}
    files = {name: data for name, data in files.items() if not name.startswith("requirements/") or name in needed}
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    files |= {f"graders/{name}": data for name, data in below(course.graders, "*.py").items()}
    files |= {f"reference/{name}.py": text.encode() for name, text in course.reference.items()}
    files |= {f"misconceptions/{name}": data for name, data in below(course.misconceptions_folder, "*.py").items()}
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given}
    return files
