"""Knows the student's folder: which files are there, which have another name, what they import, and the zip to hand
in."""

from __future__ import annotations

import ast
import io
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..checks.imports import foreign
from ..checks.module_names import top_of
from ..core.assignment import Assignment, Task
from ..files.copies import is_copy, looks_like, notebook_of
from ..files.source import NotSource, fingerprint_of_text, text_of
from ..files.zips import write_zip
from ..render.words.task import listed
from .choose import BadInput
from .report import Report, Trouble

ZIP = "submission.zip"


# Which files are there ------------------------------------------------------------------------------------------------


def read(folder: Path, assignment: Assignment) -> tuple[dict[str, str], dict[str, str]]:
    """File → its text; and file → one sentence, for each that the grader could not take if it were handed in now."""
    texts, unfit = dict[str, str](), dict[str, str]()
    for name in assignment.files:
        there = _beside(folder, assignment, name)
        if name not in there:
            unfit[name] = f"{name} is missing: {_instead(name, there)}."
            continue
        try:
            texts[name] = text_of((folder / name).read_bytes())[0]
        except NotSource as refusal:
            unfit[name] = f"{name} {refusal}."
            continue
        if not texts[name].strip():
            unfit[name] = f"{name} is empty: save it if your editor still shows your work; if not, {_afresh(name)}."
    return texts, unfit


def _instead(name: str, others: Sequence[str]) -> str:
    """What to do where a file is missing: perhaps it has another name."""
    if meant := [other for other in others if looks_like(Path(other).name, Path(name).name)]:
        it = "it" if len(meant) == 1 else "the one that holds your work"
        return f"found {listed(meant)}, expected {name}; please rename {it}"
    if notebooks := [other for other in others if notebook_of(Path(other).name, Path(name).name)]:
        return f"copy your functions out of the notebook {notebooks[0]} into {name}"
    return f"put it back. If you want the one to begin with, {_afresh(name)}"


def _afresh(name: str) -> str:
    return f"unzip the assignment into a new, empty folder, and copy {name} from there into this folder"


def overlooked(folder: Path, assignment: Assignment) -> dict[str, str]:
    """File → one sentence, for each file without any work in it that has a second copy with something in it."""
    found: dict[str, str] = {}
    for name in assignment.files:
        there, stub = _beside(folder, assignment, name), assignment.stubs.get(name, "")
        copies = [other for other in there if is_copy(Path(other).name, Path(name).name)]
        copies = [other for other in copies if _has_work(folder / other, stub)]
        if copies and name in there and not _has_work(folder / name, stub):
            found[name] = (
                f"{name} is the file that is graded, and there is no work in it yet. "
                f"Your folder also holds {copies[0]}: if your work is in that file, copy its text into {name}; "
                "if not, move that file to another folder."
            )
    return found


def _has_work(path: Path, stub: str) -> bool:
    """Whether a text is neither empty nor as it was handed out."""
    try:
        text = text_of(path.read_bytes())[0]
    except NotSource:
        return True
    return bool(text.strip()) and fingerprint_of_text(text) != stub


def _beside(folder: Path, assignment: Assignment, name: str) -> list[str]:
    """What lies where this file belongs and did not come with the assignment, and the file itself if it is there: a
    listing, because on Windows and macOS Attention.py would answer to attention.py."""
    place, ours = (folder / name).parent, {*assignment.files, *assignment.given} - {name}
    entries = place.iterdir() if place.is_dir() else ()
    return sorted({each.relative_to(folder).as_posix() for each in entries if each.is_file()} - ours)


# What is in them ------------------------------------------------------------------------------------------------------


def look(folder: Path, assignment: Assignment, tasks: Sequence[Task]) -> Report:
    """All that can be said without running anything, for which no framework is needed."""
    texts, says = read(folder, assignment)
    if tasks and all(task.file in says for task in tasks):
        raise BadInput(" ".join(dict.fromkeys(says[task.file] for task in tasks)))
    trees = {}
    for name, text in texts.items():
        try:
            trees[name] = _parsed(text)
        except SyntaxError as error:
            near = (error.text or "")[max(error.offset or 1, 1) - 1 :].strip()[:30]
            at = f", at `{near}`" if near else ""
            says[name] = f"{name} line {error.lineno}{at}: {type(error).__name__}: {error.msg}."
    notes = [*overlooked(folder, assignment).values(), *_foreign_imports(trees, assignment)]
    files = {name: Trouble(name, why) for name, why in says.items()}
    return Report(assignment, tasks, {}, files, notes, texts)


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(text, "", "exec", dont_inherit=True)  # finds a `return` outside a function, too
        return ast.parse(text)


def _foreign_imports(trees: Mapping[str, ast.Module], assignment: Assignment) -> list[str]:
    """A sentence for each package that the grader does not offer: it works here, and would not there."""
    allowed = {top_of(name) for name in (*assignment.files, *assignment.given)}
    allowed |= {package.partition(".")[0] for package in assignment.packages} | {"__future__"}
    found = []
    for package, where in foreign(trees, allowed).items():
        at = ", ".join(where[:3])
        if package.startswith("."):
            found.append(f"{at}: your files are not a package; leave out the dot of `from .… import`.")
        else:
            found.append(f"{at} imports {package}, which the grader does not have; {may_import(assignment)}.")
    return found


def may_import(assignment: Assignment) -> str:
    return f"your files may import {', '.join(assignment.packages)}, and each other"


# What is handed in ----------------------------------------------------------------------------------------------------


def refuse_unfit(folder: Path, assignment: Assignment) -> None:
    """BadInput for a file without work in it: the zip would look complete."""
    if found := {**read(folder, assignment)[1], **overlooked(folder, assignment)}:
        raise BadInput("No zip was written: " + " ".join(found.values()))


def hand_in(folder: Path, assignment: Assignment) -> Path:
    """submission.zip with exactly the files of the assignment; the same files give the same zip."""
    packed = io.BytesIO()
    try:
        write_zip(packed, {name: (folder / name).read_bytes() for name in assignment.files})
        (folder / ZIP).write_bytes(packed.getvalue())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(
            f"{ZIP} could not be written into {folder} ({reason}): copy the folder to a place of your own, and run "
            "check.py there."
        ) from None
    return folder / ZIP
