"""The packages that a course needs besides the engine's: `requirements.txt` beside the rubric, one a line.

They are installed wherever a grade runs, and students are told of them. Whatever `packages` allows and neither Python
nor the engine brings must be listed: here it may happen to be installed, and on the platform it would not be.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from ..checks.errors import GraderFault
from ..checks.imports import foreign
from ..checks.module_names import top_of
from ..files.engine import SHIPPED
from .course import Course

FILE = "requirements.txt"
_LINE = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(\[[\w, .-]+\])?\s*((?:[<>=!~]=?=?\s*[\w.*+!-]+\s*,?\s*)*)(;.*)?")


@dataclass(frozen=True)
class Requirement:
    name: str
    """As package indexes compare names: in small letters, with one hyphen."""
    text: str


def path_of(course: Course) -> Path:
    return course.rubric_path.with_name(FILE)


def read(course: Course) -> list[Requirement]:
    """GraderFault, with its line, for what is not a package with versions."""
    path, own = path_of(course), brought(course.rubric.framework)
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        fits = _LINE.fullmatch(text)
        if fits is None:
            said = f"must be a package with its versions, like scipy>=1.11,<2, not {text[:60]!r}"
            raise GraderFault(f"{path}:{number}: {said}")
        name = _plain(fits[1])
        if name in own:
            raise GraderFault(f"{path}:{number}: {fits[1]} comes with the grader, in its own version: leave it out")
        found.append(Requirement(name, text))
    return found


def hold(course: Course) -> list[Requirement]:
    """The list. GraderFault if the reference imports what the rubric does not allow, or the rubric allows what nobody
    installs."""
    rubric, listed = course.rubric, read(course)
    own = {top_of(name) for name in (*rubric.files, *rubric.given)}
    trees = {f"{name}.py": ast.parse(text) for name, text in course.reference.items()}
    for package, places in foreign(trees, {*own, *rubric.packages, "__future__"}).items():
        if not package.startswith("."):
            said = f"imports {package}, which `packages` in rubric.yaml does not allow students to import"
            raise GraderFault(f"the reference's {places[0]} {said}")
    there = {*brought(rubric.framework), *(each.name for each in listed)}
    for package in rubric.packages:
        if package in sys.stdlib_module_names or package in own or _plain(package) in there:
            continue
        if not there & _called(package):
            raise GraderFault(
                f"{course.rubric_path}: packages: nothing installs {package} where grades are made: add a line "
                f"“{sorted(_called(package))[0]}” to {path_of(course)}"
            )
    students = course.given_folder / FILE
    if students.exists():
        known = {_plain(fits[1]) for line in students.read_text("utf-8").splitlines() if (fits := _LINE.match(line))}
        for each in listed:
            if each.name not in known:
                raise GraderFault(f"{students} does not list {each.text}, which {path_of(course)} does")
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
    texts = [(SHIPPED / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in lists]
    return {_plain(fits[1]) for text in texts for line in text.splitlines() if (fits := _LINE.match(line))}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


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
    return {_plain(name) for name in metadata.packages_distributions().get(package, (package,))}
