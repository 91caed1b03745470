"""The packages that a course needs besides the engine's: `requirements.txt` beside the rubric, one a line.

They are installed wherever a grade runs, and students are told of them. Whatever `packages` allows and neither Python
nor the engine brings must be listed: here it may happen to be installed, and on the platform it would not be.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from ..checks.errors import GraderFault
from ..checks.imports import foreign
from ..checks.module_names import top_of
from ..files.engine import SHIPPED
from .course import Course

FILE = "requirements.txt"


def path_of(course: Course) -> Path:
    return course.rubric_path.with_name(FILE)


def read(course: Course) -> dict[str, str]:
    """Package, by the name that indexes compare → its line; GraderFault, with its number, for what is no package."""
    path, own = path_of(course), brought(course.rubric.framework)
    found: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
        text = line.partition("#")[0].strip()
        name = _name(text)
        if text and not name:
            said = f"must be a package with its versions, like scipy>=1.11,<2, not {text[:60]!r}"
            raise GraderFault(f"{path}:{number}: {said}")
        if canonicalize_name(name) in own:
            raise GraderFault(f"{path}:{number}: {name} comes with the grader, in its own version: leave it out")
        found |= {canonicalize_name(name): text} if name else {}
    return found


def _name(text: str) -> str:
    """Of the package on one line; empty where there is none."""
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return ""
    return "" if found.url else found.name


def hold(course: Course) -> dict[str, str]:
    """The list. GraderFault if the reference imports what the rubric does not allow, or the rubric allows what nobody
    installs."""
    rubric, listed = course.rubric, read(course)
    own = {top_of(name) for name in (*rubric.files, *rubric.given)}
    trees = {f"{name}.py": ast.parse(text) for name, text in course.reference.items()}
    for package, places in foreign(trees, {*own, *rubric.packages, "__future__"}).items():
        if not package.startswith("."):
            said = f"imports {package}, which `packages` in rubric.yaml does not allow students to import"
            raise GraderFault(f"the reference's {places[0]} {said}")
    there = {*brought(rubric.framework), *listed}
    for package in rubric.packages:
        if package not in {*sys.stdlib_module_names, *own} and not there & _called(package):
            raise GraderFault(
                f"{course.rubric_path}: packages: nothing installs {package} where grades are made: add a line "
                f"“{sorted(_called(package))[0]}” to {path_of(course)}"
            )
    students = course.given_folder / FILE
    for name, text in listed.items() if students.exists() else ():
        if name not in _names(students):
            raise GraderFault(f"{students} does not list {text}, which {path_of(course)} does")
    return listed


def need_here(course: Course) -> None:
    """GraderFault if a package is not installed where the reference is about to run."""
    absent = [name for name in course.rubric.packages if find_spec(name) is None]
    if absent and path_of(course).exists():
        said = f"not installed here, where the reference runs: pip install -r {path_of(course)}"
        raise GraderFault(f"{', '.join(absent)}: {said}")


def brought(framework: str) -> Collection[str]:
    """What the engine's own lists install."""
    lists = ("engine", *(["torch"] if framework == "torch" else []))
    return {name for each in lists for name in _names(SHIPPED / "requirements" / f"{each}.txt")}


def _names(path: Path) -> set[str]:
    """The packages of a list; other lines are passed over."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(name) for line in lines if (name := _name(line.partition("#")[0].strip()))}


_OTHERWISE = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""Packages that an index calls by another name than Python."""


def _called(package: str) -> set[str]:
    """What a package may be called where it is installed from."""
    if package in _OTHERWISE:
        return {_OTHERWISE[package]}
    return {canonicalize_name(name) for name in metadata.packages_distributions().get(package, (package,))}
