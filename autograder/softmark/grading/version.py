"""Computes the version of a grader: a digest of everything that can change a score; and apart from it that of its
words.

A mistake that gets a name changes what students are told and nobody's points: such a class is not graded again for it.
Nor is one for a reworded comment or docstring: only what a file means counts.
The repository and the zip made from it have the same versions, whatever else lies beside them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ..content import hidden_draws, kept_rubric, salt
from ..content.course import Course
from ..files.atomic import write_atomically
from ..files.engine import ENGINE
from ..reading.meaning import meaning
from ..running import recording as recorded

DECIDING_ROOMS = (
    *("files", "checks", "running", "reading", "locating", "naming"),
    *("content", "sandbox", "grading"),
)
"""What decides a score. The other rooms start grades or read them: a new page must not regrade a class."""

NO_PART_OF_A_GRADE = ("late", "dates")
"""Keys of the rubric that say when, and what lateness costs: worked out from a grade whenever it is read."""


def autograder_version(course: Course) -> str:
    """Of the rubric, the salt, the graders, the reference, the given files and the engine."""
    return _digest(_parts(course), _known(course))


def texts_version(course: Course) -> str:
    """Of the known mistakes."""
    return _digest(_below("wrong", course.mistakes_folder))


def stamp(course: Course) -> dict[str, str]:
    """What a recording of known code on all numbers fits: this grader, and these known mistakes."""
    return {"grader": autograder_version(course), "texts": texts_version(course)}


def known_runs(course: Course) -> Path | None:
    """The file in which the build wrote what known code does on all numbers, if it fits the course as it is now."""
    path = course.hidden_recording_path
    if not path.exists():
        return None
    kept = recorded.made_from(path)
    return path if stamp(course).items() <= kept.items() else None


def meanings(course: Course) -> dict[str, Any]:
    """Of every file that counts, what its bytes mean: digest → digest; and the rubric as it was checked. Working it out
    takes most of a second, so the build keeps it beside the rubric. No entry can be stale: a changed file has another
    digest."""
    known = _known(course)
    code = [(name, data) for name, data in _read(_parts(course)) if name.endswith((".py", ".yaml"))]
    said = {_sha(data): _meaning_of(name, data, known) for name, data in code}
    return {kept_rubric.KEY: kept_rubric.checked(course.rubric_path), **said}


def keep_meanings(course: Course) -> None:
    """For the grades of this repository; the zip has its own copy."""
    write_atomically(course.meanings_path, json.dumps(meanings(course), indent=0) + "\n")


def _digest(parts: Iterable[tuple[str, Path]], known: Mapping[str, str] | None = None) -> str:
    """The digest of a file. Where its meaning is `known`, only that counts: a reworded comment makes no new grader."""
    digest = hashlib.sha256()
    for name, data in _read(parts):
        said = _sha(data) if known is None else _meaning_of(name, data, known)
        digest.update(f"{name}\0{said}\0".encode())
    return digest.hexdigest()[:16]


def _known(course: Course) -> Mapping[str, str]:
    try:
        kept = json.loads(course.meanings_path.read_bytes())
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _meaning_of(name: str, data: bytes, known: Mapping[str, str]) -> str:
    return known.get(_sha(data)) or _worked_out(name.partition("/")[0], Path(name).suffix, data)


@cache  # the engine's files are the same for every course
def _worked_out(room: str, kind: str, data: bytes) -> str:
    return _sha(_meant(room, kind, data).encode())


def _meant(room: str, kind: str, data: bytes) -> str:
    """What a file says: of Python code without comments and docstrings, of the rubric without comments and dates."""
    try:
        if kind == ".py":
            text = data.decode()
            # asked as the build asks for it, so that it is worked out once for both
            return meaning(text, _is_a_sentence) if room == "graders" else meaning(text)
        if kind == ".yaml":
            read = yaml.load(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            said = {key: read[key] for key in read if key not in NO_PART_OF_A_GRADE} if isinstance(read, dict) else read
            return json.dumps(said, default=repr)
    except (ValueError, SyntaxError, yaml.YAMLError, RecursionError):
        pass  # whoever reads the file says what is wrong with it
    return data.decode("utf-8", "replace")


def _is_a_sentence(node: ast.AST) -> bool:
    """Whether a docstring is a check's sentence: without `rests_on`, points are shared among docstrings."""
    if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test"):
        return False
    return not any("rests_on" in ast.dump(mark) for mark in node.decorator_list)


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def _read(parts: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, bytes]]:
    for name, path in parts:
        yield name, path.read_bytes()


def _below(title: str, folder: Path) -> Iterator[tuple[str, Path]]:
    found = [name.split("/") for name in _python_files(str(folder))]
    for parts in sorted(found):  # of hundreds of files for each grade: a Path each would take longer than to read them
        yield f"{title}/{'/'.join(parts)}", folder.joinpath(*parts)


def _python_files(folder: str, before: str = "") -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _python_files(entry.path, f"{before}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield before + entry.name


def _parts(course: Course) -> Iterator[tuple[str, Path]]:
    yield "rubric.yaml", course.rubric_path
    if course.salt_path.exists():
        yield salt.FILE, course.salt_path
    if course.hidden_draws_path.exists():
        yield hidden_draws.FILE, course.hidden_draws_path
    yield from _below("graders", course.graders)
    yield "softmark/bank.py", ENGINE / "bank.py"
    for room in DECIDING_ROOMS:
        yield from _below(f"softmark/{room}", ENGINE / room)
    for name in course.rubric.files:
        if (course.reference_folder / name).exists():
            yield f"reference/{name}", course.reference_folder / name
    for name in course.rubric.given_and_data:
        if (course.given_folder / name).exists():
            yield f"given/{name}", course.given_folder / name
