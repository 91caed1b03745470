"""The packages that a course needs besides the engine's: `requirements.txt` beside the rubric, one a line.

They are installed wherever a grade runs, and students are told of them. Whatever `packages` allows and neither Python
nor the engine brings must be listed: here it may happen to be installed, and on the platform it would not be.
"""

from __future__ import annotations

import ast
import sys
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
    path, own = path_of(course), _brought(course.rubric.framework)
    found: dict[str, str] = {}
    for number, text in _lines(path) if path.exists() else ():
        if not (name := _name(text)):
            said = f"must be a package with its versions, like scipy>=1.11,<2, not {text[:60]!r}"
            raise GraderFault(f"{path}:{number}: {said}")
        if name in own:
            raise GraderFault(f"{path}:{number}: {name} comes with the grader, in its own version: leave it out")
        found[name] = text
    return found


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
    brought = _brought(rubric.framework)
    for package in rubric.packages:
        if package not in {*sys.stdlib_module_names, *own, *brought}:
            _hold(package, {*brought, *listed}, path_of(course))
    students = course.given_folder / FILE
    told = {_name(text) for _, text in _lines(students)} if students.exists() else {*listed}
    for name, text in listed.items():
        if name not in told:
            raise GraderFault(f"{students} does not list {text}, which {path_of(course)} does")
    return listed


def _hold(package: str, known: set[str], path: Path) -> None:
    """A package that is not listed by the name by which Python imports it is listed by that of whoever brings it."""
    if find_spec(package) is None:
        raise GraderFault(f"{package} is not installed here, where the reference runs: pip install what {path} lists")
    names = {canonicalize_name(name) for name in metadata.packages_distributions().get(package, ())}
    if not names & known:
        said = f"nothing installs {package} where grades are made: add a line “{min(names, default=package)}” to {path}"
        raise GraderFault(said)


def _brought(framework: str) -> set[str]:
    """What the engine's own lists install."""
    lists = ("engine", "torch") if framework == "torch" else ("engine",)
    return {_name(text) for name in lists for _, text in _lines(SHIPPED / "requirements" / f"{name}.txt")}


def _lines(path: Path) -> list[tuple[int, str]]:
    """What stands on each line of a list, without comments."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [(number, text) for number, line in lines if (text := line.partition("#")[0].strip())]


def _name(text: str) -> str:
    """Of the package on one line, as indexes compare it; empty where there is none."""
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return ""
    return "" if found.url else canonicalize_name(found.name)
