"""Knows the student's folder: which files are there, which have another name, what they import, and the zip to hand
in."""

from __future__ import annotations

import ast
import contextlib
import os
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..checks.imports import foreign
from ..checks.module_names import folders_above, module_of, top_of
from ..core.assignment import Assignment
from ..files.copies import is_copy, looks_like, notebook_of
from ..files.source import NotSource, fingerprint_of_text, text_of
from ..render.words.task import listed
from . import choose
from .choose import BadInput

ZIP = "submission.zip"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def how_to_get_files_back(folder: Path, assignment: Assignment) -> str:
    """How to get our files back, and which of those here to take along."""
    return choose.how_to_get_files_back([name for name in assignment.files if (folder / name).is_file()])


# Which files are there ------------------------------------------------------------------------------------------------


def missing(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file of the assignment that is not there under its exact name."""
    # a listing, not exists(): on Windows and macOS Attention.py would answer to attention.py
    there, others = _names(folder, assignment), _others(folder, assignment)
    instead = {name: _instead(name, others) for name in assignment.files if name not in there}
    if len(instead) == len(assignment.files) and not any(instead.values()):
        raise BadInput(
            f"None of the assignment's files ({', '.join(assignment.files)}) is in {folder}: "
            "check.py belongs beside them, in the folder that was unzipped."
        )
    put_back = "put it back. If you want the one to begin with, {}"
    return {name: f"{name} is missing: {do or put_back.format(_afresh(name))}." for name, do in instead.items()}


def _instead(name: str, others: list[str]) -> str:
    """What to do with files that were meant to be this one; nothing where there are none."""
    if meant := [other for other in others if looks_like(_last(other), _last(name))]:
        it = "it" if len(meant) == 1 else "the one that holds your work"
        do = "move" if _last(name) in map(_last, meant) else "rename"
        return f"found {listed(meant)}, expected {name}; please {do} {it}"
    notebooks = [other for other in others if notebook_of(_last(other), _last(name))]
    return f"copy your functions out of the notebook {notebooks[0]} into {name}" if notebooks else ""


def _afresh(name: str) -> str:
    return f"unzip the assignment into a new, empty folder, and copy {name} from there into this folder"


def overlooked(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file without any work in it that has a second copy with something in it."""
    found: dict[str, str] = {}
    for name in [name for name in assignment.files if name in _names(folder, assignment)]:
        stub = assignment.stubs.get(name, "")
        copies = [other for other in _others(folder, assignment) if _is_copy(other, name)]
        copies = [other for other in copies if not _without_work(folder / other, stub)]
        if copies and _without_work(folder / name, stub):
            one_of, them = ("that file", "that file") if len(copies) == 1 else ("one of them", "them")
            found[name] = (
                f"{name} is the file that is graded, and there is no work in it yet. "
                f"Your folder also holds {listed(copies)}: if your work is in {one_of}, "
                f"copy its text into {name}; if not, move {them} to another folder."
            )
    return found


def _without_work(path: Path, stub: str) -> bool:
    """Whether a text is empty, or still as it was handed out."""
    try:
        text = text_of(path.read_bytes())[0]
    except (OSError, NotSource):  # what cannot be read as text is told elsewhere, and is not empty
        return False
    return not text.strip() or fingerprint_of_text(text) == stub


def _names(folder: Path, assignment: Assignment) -> list[str]:
    """The files at the top, and those in the folders where files of the assignment lie."""
    wanted = {place for name in assignment.files for place in folders_above(module_of(name))}
    places = [folder, *(folder / place for place in wanted if (folder / place).is_dir())]
    found = [entry for place in places for entry in place.iterdir() if entry.is_file()]
    return sorted(entry.relative_to(folder).as_posix() for entry in found)


def _others(folder: Path, assignment: Assignment) -> list[str]:
    """Files that did not come with the assignment."""
    return [name for name in _names(folder, assignment) if name not in (*assignment.files, *assignment.given)]


def _last(name: str) -> str:
    """The file's name without its folders."""
    return name.rpartition("/")[2]


def _is_copy(other: str, name: str) -> bool:
    return other.rpartition("/")[0] == name.rpartition("/")[0] and is_copy(_last(other), _last(name))


# What is in them ------------------------------------------------------------------------------------------------------


def sources(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Module name → text, for the files that are there and are text."""
    found = {}
    for name in files:
        with contextlib.suppress(OSError, NotSource):
            found[module_of(name)] = text_of((folder / name).read_bytes())[0]
    return found


def not_ready(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file that could not be graded if it were handed in now."""
    return {**missing(folder, assignment), **dict(_unreadable(folder, assignment))}


def _unreadable(folder: Path, assignment: Assignment) -> Iterator[tuple[str, str]]:
    """Each file that the grader will not take for Python source."""
    for name in assignment.files:
        try:
            text = text_of((folder / name).read_bytes())[0]
        except OSError:
            continue
        except NotSource as refusal:
            yield name, f"{name} {refusal}."
        else:
            if not text.strip():
                yield name, f"{name} is empty: save it if your editor still shows your work; if not, {_afresh(name)}."


def syntax_sentence(file: str, error: SyntaxError) -> str:
    """What Python cannot read, in one sentence."""
    near = (error.text or "")[max(error.offset or 1, 1) - 1 :].strip()[:30]
    at = f", at `{near}`" if near else ""
    return f"{file} line {error.lineno}{at}: {type(error).__name__}: {error.msg}."


def parsed(texts: Mapping[str, str]) -> tuple[dict[str, ast.Module], list[str]]:
    """File → what it says, for the files that Python can read, and a sentence for each other: nothing runs for that,
    and no framework is needed. What Python itself gives up on is left to the child."""
    trees, wrong = {}, []
    for name, text in texts.items():
        try:
            with contextlib.suppress(ValueError, RecursionError, MemoryError), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trees[f"{name}.py"] = ast.parse(text)
        except SyntaxError as error:
            wrong.append(syntax_sentence(f"{name}.py", error))
    return trees, wrong


def foreign_imports(trees: Mapping[str, ast.Module], assignment: Assignment) -> list[str]:
    """A sentence for each package that the grader does not offer: it works here, and would not there."""
    allowed = {top_of(name) for name in (*assignment.files, *assignment.given)}
    allowed |= {package.partition(".")[0] for package in assignment.packages} | {"__future__"}
    found = []
    for package, where in foreign(trees, allowed).items():
        at = ", ".join(where[:3])
        if package.startswith("."):
            found.append(f"{at}: your files are not a package; leave out the dot of `from .… import`.")
        else:
            found.append(
                f"{at} imports {package}, which the grader does not have; "
                f"your files may import {', '.join(assignment.packages)}, and each other."
            )
    return found


# What is handed in ----------------------------------------------------------------------------------------------------


def refuse_unfit(folder: Path, assignment: Assignment) -> None:
    """BadInput where no zip can be written, and for a file without work in it: the zip would look complete."""
    if not os.access(folder, os.W_OK):
        raise BadInput(
            f"--zip writes {ZIP} into {folder}, and nothing can be written there: copy the folder to a place of your "
            "own, and run check.py there."
        )
    if unfit := {**not_ready(folder, assignment), **overlooked(folder, assignment)}:
        raise BadInput("No zip was written: " + " ".join(unfit.values()))


def write_zip(folder: Path, assignment: Assignment) -> Path:
    """submission.zip with exactly the files of the assignment, in their order; the same files give the same zip."""
    refuse_unfit(folder, assignment)
    target, part = folder / ZIP, folder / f".{ZIP}.part"
    try:
        with zipfile.ZipFile(part, "w") as archive:
            for name in assignment.files:
                entry = zipfile.ZipInfo(name, _LONG_AGO)
                entry.create_system, entry.external_attr = 3, 0o100644 << 16
                archive.writestr(entry, (folder / name).read_bytes(), zipfile.ZIP_DEFLATED)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{target} could not be written: {(error.strerror or str(error)).lower()}.") from None
    return target
