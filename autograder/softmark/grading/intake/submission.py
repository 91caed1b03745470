"""Takes a folder or a zip in as a clean submission, or says in a sentence why a file was not taken.

Only the files that the rubric asks for are ever read, in memory and within its limits. An archive is never
unpacked to disk, links are never followed, and nothing that is found here is run or imported.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ...content.rubric import Rubric
from ...content.yaml_places import shown
from ...files.copies import is_copy, looks_like, notebook_of
from ...files.problem import Problem
from ...files.source import NotSource, text_of
from ..result import Note
from .containers import (
    DIRECTORY_LIMIT,
    MOST_ENTRIES,
    Desk,
    Member,
    NotTaken,
    directory_size,
    in_folder,
    in_zip,
    listed,
    too_large,
)

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
LINE_LIMIT = 20_000
"""Characters in one line. Reading a line with tens of thousands of {} in it takes Python minutes."""


class IntakeError(Problem):
    """The path that was given cannot be graded at all; one sentence for whoever gave it."""


@dataclass(frozen=True)
class Submission:
    """What is graded."""

    files: dict[str, str]
    """File name → text, in the rubric's order; line ends are \\n, and there is no byte order mark."""
    missing: list[str]
    """Files that the rubric asks for and that could not be taken."""
    notes: list[Note]
    """What was found and what was expected, one sentence each."""
    digest: str = ""
    """SHA-256 over names and texts: equal digests are equal submissions."""
    refused: str = ""
    """Why nothing of it could be looked at: a damaged zip, too many files."""

    def write_to(self, folder: Path) -> None:
        """Write the clean files, and only those."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def take(path: str | Path, rubric: Rubric, workdir: str | Path | None = None) -> Submission:
    """Take in a folder or a zip. With `workdir`, the clean files are also written there.

    What is wrong with the submission is in its notes; IntakeError only if there is nothing to look at.
    """
    path = Path(path)

    def read(desk: Desk) -> dict[str, str]:
        if path.is_dir():
            return _accept(list(in_folder(path)), desk)
        if path.is_file():
            return _from_file(path, desk)
        if path.exists() or path.is_symlink():
            raise IntakeError(f"{path} is neither a folder nor a zip")
        raise IntakeError(f"{path} does not exist: expected a folder or a zip with {desk.wanted}")

    try:
        submission = _taken(rubric, read)
    except OSError as error:
        raise IntakeError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if workdir is not None:
        submission.write_to(Path(workdir))
    return submission


def take_packed(archive: zipfile.ZipFile, infos: Sequence[zipfile.ZipInfo], below: int, rubric: Rubric) -> Submission:
    """The same for some members of a zip of many submissions, so many folders down; nothing is written to the disk."""
    return _taken(rubric, lambda desk: _accept(list(in_zip(archive, desk, infos, below)), desk))


def take_zip(stream: BinaryIO, rubric: Rubric) -> Submission:
    """The same for a zip that is open already."""
    return _taken(rubric, lambda desk: _from_zip(stream, desk))


def _taken(rubric: Rubric, read: Callable[[Desk], dict[str, str]]) -> Submission:
    desk = Desk(rubric)
    files: dict[str, str] = {}
    refused = ""
    try:
        files = read(desk)
    except NotTaken as refusal:
        refused = str(refusal)
        desk.say(refused)
        desk.explained.update(rubric.files)
    missing = [name for name in rubric.files if name not in files]
    _say_missing(missing, desk)
    return Submission(files, missing, desk.notes, digest(files), refused)


# --- choosing -----------------------------------------------------------------------------------------------


def _accept(entries: Sequence[Member], desk: Desk) -> dict[str, str]:
    """Find the wanted files among the entries and read them."""
    rubric = desk.rubric
    if not entries:
        raise NotTaken(f"Your submission is empty: expected {desk.wanted}")
    if len(entries) > MOST_ENTRIES:
        raise NotTaken(f"Your submission holds more than {MOST_ENTRIES} files: send only {desk.wanted}")
    home = _home(entries, rubric)
    if home.parts:
        desk.say(f"Your files were found in the folder {shown(home)} and taken from there")
    files: dict[str, str] = {}
    left = rubric.limits.files_kb * 1024
    for name in rubric.files:
        try:
            entry = _the_one(name, entries, home, desk)
            if entry is not None:
                raw = _bytes(entry, left, rubric)
                left -= len(raw)
                files[name] = _text(name, raw, desk)
        except NotTaken as refusal:
            desk.say(str(refusal), about=name)
    _say_lookalikes(entries, home, files, desk)
    return files


def _the_one(name: str, entries: Sequence[Member], home: PurePosixPath, desk: Desk) -> Member | None:
    """The entry that is meant by `name`; two that could be meant are none."""
    others = [home / other for other in desk.rubric.files if other != name]
    all_of_them = [entry for entry in entries if _ends_in(entry.path, name) and entry.path not in others]
    if not all_of_them and (outside := _outside_its_folder(name, entries, home, desk)):
        return outside
    here = [entry for entry in all_of_them if entry.path == home / name]
    where = listed([shown(entry.path) for entry in all_of_them], 4)
    if len(here) > 1 or (not here and len(all_of_them) > 1):
        times = "twice" if len(all_of_them) == 2 else f"{len(all_of_them)} times"
        raise NotTaken(f"{name} is in your submission {times} ({where}): keep the one you mean")
    if here and len(all_of_them) > 1:
        desk.say(f"{name} was found in several places ({where}), and {shown(here[0].path)} was taken")
    return here[0] if here else None


def _ends_in(path: PurePosixPath, name: str) -> bool:
    """Whether a path is that of the file, wherever the students' folder lies: "mine/parts/stack.py"."""
    wanted = PurePosixPath(name).parts
    return path.parts[-len(wanted) :] == wanted


def _outside_its_folder(name: str, entries: Sequence[Member], home: PurePosixPath, desk: Desk) -> Member | None:
    """The file where an upload has left its folder out, and nothing else could be meant."""
    last = PurePosixPath(name).name
    alike = [other for other in desk.rubric.files if PurePosixPath(other).name == last]
    found = [entry for entry in entries if entry.path.name == last]
    if "/" not in name or len(alike) != 1 or len(found) != 1 or found[0].path != home / last:
        return None
    desk.say(f"{shown(found[0].path)} was taken for {name}")
    desk.taken.append(found[0])
    return found[0]


def _home(entries: Sequence[Member], rubric: Rubric) -> PurePosixPath:
    """The folder that holds the wanted files: the top, or the one folder that has any."""
    parents = {
        PurePosixPath(*entry.path.parts[: -len(PurePosixPath(name).parts)])
        for entry in entries
        for name in rubric.files
        if _ends_in(entry.path, name)
    }
    nested = [parent for parent in parents if len(parent.parts) == 1]
    top = PurePosixPath(".")
    return nested[0] if top not in parents and len(nested) == 1 else top


def _bytes(entry: Member, left: int, rubric: Rubric) -> bytes:
    if entry.read is None:
        raise NotTaken(f"{shown(entry.path)} is {entry.trouble}: expected a regular file")
    raw = entry.read(left + 1)
    if len(raw) > left:
        raise NotTaken(too_large(entry.path, rubric))
    return raw


def _text(name: str, raw: bytes, desk: Desk) -> str:
    try:
        text, remark = text_of(raw)
    except NotSource as refusal:
        raise NotTaken(f"{name} {refusal}") from None
    for number, written in enumerate(text.split("\n"), start=1):
        if len(written) > LINE_LIMIT:
            raise NotTaken(f"{name} line {number} has {len(written)} characters: at most {LINE_LIMIT} can be read")
    if remark:
        desk.say(f"{name} {remark}")
    return text


def digest(files: Mapping[str, str]) -> str:
    found = hashlib.sha256()
    for name in sorted(files):
        raw = files[name].encode("utf-8")
        found.update(f"{name}\0{len(raw)}\0".encode() + raw)
    return found.hexdigest()


# --- sentences about what is not there ----------------------------------------------------------------------


def _say_lookalikes(entries: Sequence[Member], home: PurePosixPath, files: Mapping[str, str], desk: Desk) -> None:
    """For each wanted file that is not there: what was probably meant to be it? And what else was there?"""
    rubric = desk.rubric
    if notebooks := _only_notebooks(entries):
        held = f"a notebook ({shown(notebooks[0].path)})" if len(notebooks) == 1 else f"{len(notebooks)} notebooks"
        desk.say(f"Your submission holds {held}, and only .py files are graded: hand in {desk.wanted}")
        desk.explained.update(rubric.files)
        return
    known = (*files, *rubric.given, *desk.explained)
    rest = [e for e in entries if e not in desk.taken and not any(_ends_in(e.path, name) for name in known)]
    for name in rubric.files:
        if name in files or name in desk.explained:
            continue
        for entry in rest:
            sentence = _lookalike(entry, name)
            if sentence:
                desk.say(sentence, about=name)
                rest.remove(entry)
                break
    rest = _say_copies(rest, home, files, desk)
    if len(files) < len(rubric.files):
        for ends, words in (
            ((".ipynb",), "a notebook ({}), and only .py files are graded: expected {}"),
            (ARCHIVES, "another archive ({}), which is not opened: expected {} themselves"),
        ):
            found = [entry for entry in rest if entry.path.suffix.lower() in ends]
            if found:
                desk.say("Your submission holds " + words.format(shown(found[0].path), desk.wanted))
                rest = [entry for entry in rest if entry not in found]
    below = [entry.path.relative_to(home) if home in entry.path.parents else entry.path for entry in rest]
    extra = sorted({path.parts[0] for path in below})
    if extra and files:
        desk.say(f"Not read, because the grader does not ask for it: {listed([shown(name) for name in extra], 6)}")


def _say_copies(rest: Sequence[Member], home: PurePosixPath, files: Mapping[str, str], desk: Desk) -> list[Member]:
    """Which of several that could be meant was read; returns what else is there. The others are not opened, not even
    to see whether work is in them."""
    for name, text in files.items():
        folder, last = (home / name).parent, PurePosixPath(name).name
        copies = [entry for entry in rest if entry.path.parent == folder and is_copy(entry.path.name, last)]
        if copies:
            were, them = ("was", "that file") if len(copies) == 1 else ("were", "one of them")
            others = f"{listed([shown(entry.path.name) for entry in copies], 4)} beside it {were} not"
            read = f"{name} was read, and {others}" if text.strip() else f"{name} is empty, and {others} read"
            desk.say(f"{read}: if your work is in {them}, rename it to {last} and hand in again")
        elif not text.strip():
            desk.say(f"{name} is empty")
        rest = [entry for entry in rest if entry not in copies]
    return list(rest)


def _only_notebooks(entries: Sequence[Member]) -> list[Member]:
    """The notebooks of a submission that holds no other code: one sentence is enough then."""
    other = [entry for entry in entries if re.search(r"\.py\b", entry.path.name, re.IGNORECASE)]
    other += [entry for entry in entries if entry.path.suffix.lower() in ARCHIVES]
    return [] if other else [entry for entry in entries if entry.path.suffix.lower() == ".ipynb"]


def _lookalike(entry: Member, name: str) -> str:
    found, path, last = entry.path.name, shown(entry.path), PurePosixPath(name).name
    if found == last:
        where = f"in the folder {PurePosixPath(name).parent}" if "/" in name else "at the top, beside the other files"
        return f"{last} was found at {path}: expected {where}"
    if found.lower() == last.lower():
        return f"Your submission holds {path}, expected {name}: rename it, capital letters count"
    if notebook_of(found, last):
        return f"Your submission holds the notebook {path}, expected {name}: copy your functions into the .py file"
    return f"Your submission holds {path}, expected {name}: rename it" if looks_like(found, last) else ""


def _say_missing(missing: Sequence[str], desk: Desk) -> None:
    for name in missing:
        if name not in desk.explained:
            tasks = [item.id for item in desk.rubric.items_of(name)]
            cost = f": without it, {listed(tasks)} cannot be graded" if tasks else ""
            desk.say(f"{name} is missing from your submission{cost}")


# --- a zip --------------------------------------------------------------------------------------------------


def _from_file(path: Path, desk: Desk) -> dict[str, str]:
    if path.suffix.lower() == ".py":
        raise IntakeError(f"{path} is a single file: give the folder it is in, or a zip")
    with path.open("rb") as stream:
        start = stream.read(2)
        if start != b"PK" and path.suffix.lower() != ".zip":
            raise IntakeError(f"{path} is neither a folder nor a zip")
        return _from_zip(stream, desk)


def _from_zip(stream: BinaryIO, desk: Desk) -> dict[str, str]:
    stream.seek(0)
    start = stream.read(2)
    if start != b"PK":
        raise NotTaken(f"Your zip is {'damaged' if start else 'empty'}: expected a zip with {desk.wanted}")
    if directory_size(stream) > DIRECTORY_LIMIT:
        raise NotTaken(f"Your zip holds far too much: send only {desk.wanted}")
    try:
        with zipfile.ZipFile(stream) as archive:
            return _accept(list(in_zip(archive, desk)), desk)
    except NotTaken:
        raise
    except Exception:  # zipfile raises a dozen kinds on bytes that are no zip; all mean the same to a student
        raise NotTaken(f"Your zip is damaged and cannot be opened: expected a zip with {desk.wanted}") from None
