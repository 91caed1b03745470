"""The student's folder: which files are there, which have another name, what they import, and the zip to hand in."""

from __future__ import annotations

import ast
import contextlib
import re
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from softmark.checks.imports import foreign, imports
from softmark.checks.source import NotSource, text_of

from .tasks import Assignment, BadInput

ZIP = "submission.zip"
ANSWERS = "answers.json"
"""What was answered to `--ask`: handed in where the course gives points for having answered."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The same files give the same zip, byte for byte."""

# What downloads, copies and editors add to a name: "attention (1).py", "attention copy.py", "attention.py.txt".
_ADDED = re.compile(r"(\.py|\.txt|\.ipynb|\.bak|[\s_-]*\(\d+\)|[\s_-]*copy|[\s_-]+\d+|\d+)$")


def missing(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file of the assignment that is not there under its exact name."""
    there = sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    found: dict[str, str] = {}
    for name in assignment.files:
        # a listing, not exists(): on Windows and macOS Attention.py would answer to attention.py
        if name not in there:
            like = [other for other in there if other not in assignment.files and _core(other) == _core(name)]
            notebook = [other for other in like if other.lower().endswith(".ipynb")]
            if like and like == notebook:
                found[name] = f"{name} is missing: copy your functions out of the notebook {like[0]} into {name}."
            elif like := [other for other in like if other not in notebook]:
                found[name] = f"{name} is missing: found {like[0]}, expected {name}; please rename it."
            else:
                found[name] = f"{name} is missing: put it back, or unzip the assignment again to get the empty one."
    if len(found) == len(assignment.files) and not any("found" in sentence for sentence in found.values()):
        raise BadInput(
            f"None of the assignment's files ({', '.join(assignment.files)}) is in {folder}: "
            "check.py belongs beside them, in the folder that was unzipped."
        )
    return found


def _core(name: str) -> str:
    """ "Attention (1).py" and "attention.py" have the same core."""
    core = name.lower().removeprefix("copy of ")
    while (shorter := _ADDED.sub("", core)) != core and shorter:
        core = shorter
    return core


def sources(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Module name → text, for the files that are there and are text."""
    found = {}
    for name in files:
        try:
            found[Path(name).stem] = text_of((folder / name).read_bytes())[0]
        except (OSError, NotSource):
            continue
    return found


def unreadable(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file that the grader will not take for Python source."""
    found: dict[str, str] = {}
    for name in assignment.files:
        try:
            text_of((folder / name).read_bytes())
        except OSError:
            continue
        except NotSource as refusal:
            found[name] = f"{name} {refusal}."
    return found


def not_ready(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file that could not be graded if it were handed in now."""
    return {**missing(folder, assignment), **unreadable(folder, assignment)}


# What files import ----------------------------------------------------------------------------------------------------


def trees(texts: Mapping[str, str]) -> dict[str, ast.Module]:
    """File name → what it says, for the files that Python can read."""
    found = {}
    for name, text in texts.items():
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found[f"{name}.py"] = ast.parse(text)
    return found


def foreign_imports(texts: Mapping[str, str], assignment: Assignment) -> list[str]:
    """A sentence for each package that the grader does not offer: it works here, and would not there."""
    allowed = {Path(name).stem for name in (*assignment.files, *assignment.given)}
    allowed |= {package.partition(".")[0] for package in assignment.packages} | {"__future__"}
    found = []
    for package, where in foreign(trees(texts), allowed).items():
        at = ", ".join(where[:3])
        if package.startswith("."):
            found.append(f"{at}: your files are not a package; leave out the dot of `from .… import`.")
        else:
            found.append(
                f"{at} imports {package}, which the grader does not have; "
                f"your files may import {', '.join(assignment.packages)}, and each other."
            )
    return found


def import_cycle(texts: Mapping[str, str], start: str) -> list[tuple[str, int, str]]:
    """A way from `start` back to itself through imports: (file, line, imported file), or nothing."""
    read = trees(texts)
    ways: list[list[tuple[str, int, str]]] = [[("", 0, start)]]
    seen = {start}
    while ways:
        way = ways.pop(0)
        here = way[-1][2]
        for entry in imports(read[f"{here}.py"]) if f"{here}.py" in read else ():
            there = entry.module.lstrip(".").partition(".")[0]
            step = (f"{here}.py", entry.line, there)
            if there == start:
                return [*way[1:], step]
            if there in texts and there not in seen:
                seen.add(there)
                ways.append([*way, step])
    return []


# What is handed in ----------------------------------------------------------------------------------------------------


def zipped(folder: Path, assignment: Assignment) -> list[str]:
    """What goes into the zip."""
    answered = assignment.points_for_answering and (folder / ANSWERS).is_file()
    return [*assignment.files, *([ANSWERS] if answered else [])]


def write_zip(folder: Path, assignment: Assignment) -> Path:
    """submission.zip with exactly the files of the assignment, in their order, and answers.json where it counts."""
    if unfit := not_ready(folder, assignment):
        raise BadInput("No zip was written. " + " ".join(unfit.values()))
    target, part = folder / ZIP, folder / f".{ZIP}.part"
    try:
        with zipfile.ZipFile(part, "w") as archive:
            for name in zipped(folder, assignment):
                entry = zipfile.ZipInfo(name, _LONG_AGO)
                entry.create_system = 3
                entry.external_attr = 0o100644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, (folder / name).read_bytes())
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{target} could not be written: {(error.strerror or str(error)).lower()}.") from None
    return target
