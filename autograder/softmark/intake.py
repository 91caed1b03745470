"""Intake: a folder or a zip becomes a clean submission, or a sentence says why a file was not taken.

Only the files that the rubric asks for are ever read, in memory and within its limits. An archive is never
unpacked to disk, links are never followed, and nothing that is found here is run or imported.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import os
import re
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from .located import shown
from .result import Note
from .rubric import Rubric

JUNK = frozenset(
    {
        *("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".gitignore", ".gitattributes", ".github"),
        *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints", ".hypothesis"),
        *(".idea", ".vscode", ".venv", "venv", "env", "node_modules", "site-packages"),
    }
)
"""What tools leave behind: ignored without a word."""

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
ARCHIVE_LIMIT = 64 * 1024 * 1024
DIRECTORY_LIMIT = 4 * 1024 * 1024
"""Bytes of a zip's table of contents: checked before Python reads it into memory."""
RATIO_LIMIT = 200
DEPTH_LIMIT = 4
LINE_LIMIT = 20_000
"""Characters in one line. Reading a line with tens of thousands of {} in it takes Python minutes."""
NAME_LIMIT = 255
"""Characters of one name in a zip. A folder's names are no longer; a zip's may have 65,535, and hours go into asking
what such a name might have meant."""


class IntakeError(Exception):
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

    def write_to(self, folder: Path) -> None:
        """Write the clean files, and only those."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


class _Refused(Exception):
    """One file, or the whole submission, cannot be taken; the text is the sentence."""


@dataclass(frozen=True)
class _Entry:
    """One thing in the folder or zip."""

    path: PurePosixPath
    read: Callable[[int], bytes] | None
    """Reads at most so many bytes, or refuses; None for what is not a regular file."""
    trouble: str = ""
    """Why it is not a regular file."""


@dataclass
class _Desk:
    """Where the pieces of one intake come together."""

    rubric: Rubric
    notes: list[Note] = field(default_factory=list)
    explained: set[str] = field(default_factory=set)
    """Wanted files about which a sentence has been said."""

    def say(self, sentence: str, about: str | None = None) -> None:
        self.notes.append(Note("student", sentence))
        if about is not None:
            self.explained.add(about)

    @property
    def wanted(self) -> str:
        return _listed(self.rubric.files)


def take(path: str | Path, rubric: Rubric, workdir: str | Path | None = None) -> Submission:
    """Take in a folder or a zip. With `workdir`, the clean files are also written there.

    What is wrong with the submission is in its notes; IntakeError only if there is nothing to look at.
    """
    path, desk = Path(path), _Desk(rubric)
    files: dict[str, str] = {}
    try:
        if path.is_dir():
            files = _accept(list(_in_folder(path, rubric)), desk)
        elif path.is_file():
            files = _from_file(path, desk)
        elif path.exists() or path.is_symlink():
            raise IntakeError(f"{path} is neither a folder nor a zip")
        else:
            raise IntakeError(f"{path} does not exist: expected a folder or a zip with {desk.wanted}")
    except _Refused as refusal:
        desk.say(str(refusal))
        desk.explained.update(rubric.files)
    except OSError as error:
        raise IntakeError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    missing = [name for name in rubric.files if name not in files]
    _say_missing(missing, desk)
    submission = Submission(files, missing, desk.notes, _digest(files))
    if workdir is not None:
        submission.write_to(Path(workdir))
    return submission


# --- choosing -----------------------------------------------------------------------------------------------


def _accept(entries: Sequence[_Entry], desk: _Desk) -> dict[str, str]:
    """Find the wanted files among the entries and read them."""
    rubric = desk.rubric
    if not entries:
        raise _Refused(f"Your submission is empty: expected {desk.wanted}")
    if len(entries) > rubric.limits.files_count:
        raise _Refused(f"Your submission holds more than {rubric.limits.files_count} files: send only {desk.wanted}")
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
                files[name] = _text(name, raw)
                if not files[name].strip():
                    desk.say(f"{name} is empty")
        except _Refused as refusal:
            desk.say(str(refusal), about=name)
    _say_lookalikes(entries, home, files, desk)
    return files


def _the_one(name: str, entries: Sequence[_Entry], home: PurePosixPath, desk: _Desk) -> _Entry | None:
    """The entry that is meant by `name`; two that could be meant are none."""
    all_of_them = [entry for entry in entries if entry.path.name == name]
    here = [entry for entry in all_of_them if entry.path.parent == home]
    where = _listed([shown(entry.path) for entry in all_of_them], 4)
    if len(here) > 1 or (not here and len(all_of_them) > 1):
        times = "twice" if len(all_of_them) == 2 else f"{len(all_of_them)} times"
        raise _Refused(f"{name} is in your submission {times} ({where}): keep the one you mean")
    if here and len(all_of_them) > 1:
        desk.say(f"{name} was found in several places ({where}), and {shown(here[0].path)} was taken")
    return here[0] if here else None


def _home(entries: Sequence[_Entry], rubric: Rubric) -> PurePosixPath:
    """The folder that holds the wanted files: the top, or the one folder that has any."""
    parents = {entry.path.parent for entry in entries if entry.path.name in rubric.files}
    nested = [parent for parent in parents if len(parent.parts) == 1]
    top = PurePosixPath(".")
    return nested[0] if top not in parents and len(nested) == 1 else top


def _bytes(entry: _Entry, left: int, rubric: Rubric) -> bytes:
    if entry.read is None:
        raise _Refused(f"{shown(entry.path)} is {entry.trouble}: expected a regular file")
    raw = entry.read(left + 1)
    if len(raw) > left:
        raise _Refused(_too_large(entry.path, rubric))
    return raw


def _text(name: str, raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _Refused(f"{name} is saved as UTF-16: save it as UTF-8")
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise _Refused(f"{name} holds a NUL byte (line {line}), so it is not a text file: expected Python source")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        byte = f"line {line} holds the byte {raw[error.start]:#04x}"
        raise _Refused(f"{name} is not UTF-8 ({byte}): save it as UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, written in enumerate(text.split("\n"), start=1):
        if len(written) > LINE_LIMIT:
            raise _Refused(f"{name} line {number} has {len(written)} characters: at most {LINE_LIMIT} can be read")
    return text


def _digest(files: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        raw = files[name].encode("utf-8")
        digest.update(f"{name}\0{len(raw)}\0".encode() + raw)
    return digest.hexdigest()


# --- sentences about what is not there ----------------------------------------------------------------------


def _say_lookalikes(entries: Sequence[_Entry], home: PurePosixPath, files: Mapping[str, str], desk: _Desk) -> None:
    """For each wanted file that is not there: what was probably meant to be it? And what else was there?"""
    rubric = desk.rubric
    rest = [entry for entry in entries if entry.path.name not in (*files, *rubric.given, *desk.explained)]
    for name in rubric.files:
        if name in files or name in desk.explained:
            continue
        for entry in rest:
            sentence = _lookalike(entry, name)
            if sentence:
                desk.say(sentence, about=name)
                rest.remove(entry)
                break
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
        desk.say(f"Not read, because the grader does not ask for it: {_listed([shown(name) for name in extra], 6)}")


def _lookalike(entry: _Entry, name: str) -> str:
    found, path = entry.path.name, shown(entry.path)
    if found == name:
        return f"{name} was found at {path}: expected at the top, beside the other files"
    if found.lower() == name.lower():
        return f"Your submission holds {path}, expected {name}: rename it, capital letters count"
    stem = name.rpartition(".")[0]
    folded = unicodedata.normalize("NFKC", found).lower()
    if folded == f"{stem}.ipynb":
        return f"Your submission holds the notebook {path}, expected {name}: copy your functions into the .py file"
    copy = rf"(copy_of_)?{_squeezed(stem)}_?(copy|final|new|old|v)?_?\d*_?(py)?(_txt)?"
    if re.fullmatch(copy, _squeezed(folded)) or difflib.SequenceMatcher(None, folded, name).ratio() >= 0.85:
        return f"Your submission holds {path}, expected {name}: rename it"
    return ""


def _squeezed(name: str) -> str:
    """Runs of signs as one: a pattern over them has a single way to match, and so cannot take for ever."""
    return re.sub(r"[\W_]+", "_", name)


def _say_missing(missing: Sequence[str], desk: _Desk) -> None:
    for name in missing:
        if name not in desk.explained:
            tasks = [item.id for item in desk.rubric.items_of(name)]
            cost = f": without it, {_listed(tasks)} cannot be graded" if tasks else ""
            desk.say(f"{name} is missing from your submission{cost}")


def _too_large(path: PurePosixPath, rubric: Rubric) -> str:
    return f"{shown(path)} is too large: all files together may have {rubric.limits.files_kb} KB"


def _listed(words: Sequence[str], most: int = 20) -> str:
    shown_words = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown_words)} and {len(words) - most} more"
    if len(shown_words) < 2:
        return "".join(shown_words)
    return f"{', '.join(shown_words[:-1])} and {shown_words[-1]}"


def _is_junk(path: PurePosixPath) -> bool:
    return any(part in JUNK or part.startswith("._") or part.endswith(".pyc") for part in path.parts)


# --- a folder -----------------------------------------------------------------------------------------------

_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)


def _in_folder(top: Path, rubric: Rubric) -> Iterator[_Entry]:
    """Everything in a folder, links not followed; stops soon after the limit."""
    waiting, count = [PurePosixPath(".")], 0
    while waiting:
        folder = waiting.pop(0)
        with os.scandir(top / folder) as listing:
            for found in sorted(listing, key=lambda entry: entry.name):
                path = folder / found.name
                if _is_junk(path):
                    continue
                status = found.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    if len(path.parts) < DEPTH_LIMIT:
                        waiting.append(path)
                    continue
                count += 1
                yield _folder_entry(top, path, status)
                if count > rubric.limits.files_count:
                    return


def _folder_entry(top: Path, path: PurePosixPath, status: os.stat_result) -> _Entry:
    for test, words in _KINDS:
        if test(status.st_mode):
            return _Entry(path, None, words)
    if not stat.S_ISREG(status.st_mode):
        return _Entry(path, None, "not a file")
    if status.st_nlink > 1:
        return _Entry(path, None, "a hard link (the same file has another name elsewhere)")
    return _Entry(path, lambda most: _read_regular(top / path, path, status, most))


def _read_regular(real: Path, path: PurePosixPath, seen: os.stat_result, most: int) -> bytes:
    """Read what was seen, and nothing that has been put in its place since."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(real, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise _Refused(f"{shown(path)} cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
    with os.fdopen(handle, "rb") as stream:
        now = os.fstat(stream.fileno())
        if not stat.S_ISREG(now.st_mode) or (now.st_dev, now.st_ino) != (seen.st_dev, seen.st_ino):
            raise _Refused(f"{shown(path)} changed while it was being read")
        return stream.read(most)


# --- a zip --------------------------------------------------------------------------------------------------


def _from_file(path: Path, desk: _Desk) -> dict[str, str]:
    if path.suffix.lower() == ".py":
        raise IntakeError(f"{path} is a single file: give the folder it is in, or a zip")
    with path.open("rb") as stream:
        start = stream.read(2)
        if start != b"PK" and path.suffix.lower() != ".zip":
            raise IntakeError(f"{path} is neither a folder nor a zip")
        if start != b"PK":
            raise _Refused(f"Your zip is {'damaged' if start else 'empty'}: expected a zip with {desk.wanted}")
        if _directory_size(stream) > DIRECTORY_LIMIT:
            raise _Refused(f"Your zip holds far too much: send only {desk.wanted}")
        try:
            with zipfile.ZipFile(stream) as archive:
                return _accept(list(_in_zip(archive, desk)), desk)
        except _Refused:
            raise
        except Exception:  # zipfile raises a dozen kinds on bytes that are no zip; all mean the same to a student
            raise _Refused(f"Your zip is damaged and cannot be opened: expected a zip with {desk.wanted}") from None


def _directory_size(stream: BinaryIO) -> int:
    """The declared size of a zip's table of contents, told from its last record as zipfile will read it."""
    size = stream.seek(0, os.SEEK_END)
    if size > ARCHIVE_LIMIT:
        return size
    stream.seek(max(0, size - 0x10000 - 64))
    tail = stream.read()
    record = len(tail) - 22
    if not (tail[record:].startswith(b"PK\5\6") and tail.endswith(b"\0\0")):
        record = tail.rfind(b"PK\5\6")
    if record < 0:
        return 0  # no zip: zipfile will say so
    if tail[max(0, record - 20) : record].startswith(b"PK\6\7"):
        return ARCHIVE_LIMIT  # the format for more than 4 GB
    return int.from_bytes(tail[record + 12 : record + 16], "little")


def _in_zip(archive: zipfile.ZipFile, desk: _Desk) -> Iterator[_Entry]:
    """Everything in a zip that has a sane name; stops soon after the limit."""
    unsafe: list[str] = []
    count = 0
    for info in archive.infolist():
        name = info.filename.replace("\\", "/")
        path = PurePosixPath(name)
        if info.is_dir() or not path.parts or _is_junk(path):
            continue
        count += 1
        if count > desk.rubric.limits.files_count + 1:
            break
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0] or "\0" in info.orig_filename:
            unsafe.append(shown(name))
            continue
        if len(path.parts) > 2 * DEPTH_LIMIT or any(len(part) > NAME_LIMIT for part in path.parts):
            continue  # nothing that is asked for lies there
        if info.flag_bits & 0x41:
            raise _Refused(f"Your zip is protected with a password: send {desk.wanted} without one")
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind in (0, stat.S_IFREG):
            yield _Entry(path, partial(_read_member, archive, info, path, desk.rubric))
        else:
            words = next((words for test, words in _KINDS if test(kind)), "not a file")
            yield _Entry(path, None, words)
    if unsafe:
        desk.say(f"Your zip points outside its own folder ({_listed(unsafe, 3)}): not read")


def _read_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: PurePosixPath, rubric: Rubric, most: int
) -> bytes:
    """Read one file of a zip: declared size, ratio and method first, and never more than `most` bytes."""
    if info.file_size >= most:
        raise _Refused(_too_large(path, rubric))
    if info.file_size > 16 * 1024 and info.file_size > RATIO_LIMIT * max(1, info.compress_size):
        raise _Refused(f"{shown(path)} unpacks to more than {RATIO_LIMIT} times its size: expected Python source")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _Refused(f"{shown(path)} is packed in an unusual way: make an ordinary zip")
    try:
        with archive.open(info) as stream:
            return stream.read(most)
    except Exception:  # as above: hostile bytes have many ways to fail
        raise _Refused(f"{shown(path)} is damaged inside your zip: make the zip again") from None


# --- imports ------------------------------------------------------------------------------------------------


def foreign_imports(trees: Mapping[str, ast.Module], rubric: Rubric) -> list[Note]:
    """A sentence for each package that student code imports and the rubric does not list.

    `trees` maps file name → what it says. Code that only runs at home (under `if __name__ == "__main__"`) may import
    anything.
    """
    modules = {Path(name).stem for name in (*rubric.files, *rubric.given)}
    allowed = {*modules, *rubric.packages, "__future__"}
    places: dict[str, list[str]] = {}
    notes: list[Note] = []
    for file, tree in trees.items():
        for name, line in _imports(tree):
            if name.startswith("."):
                notes.append(
                    Note(
                        "student",
                        f"Your code imports from {shown(name)} ({file} line {line}), "
                        "but the files are not a package: leave out the dot",
                    )
                )
            elif name.partition(".")[0] not in allowed:
                places.setdefault(name.partition(".")[0], []).append(f"{file} line {line}")
    for package, where in places.items():
        notes.append(
            Note(
                "student",
                f"Your code imports {shown(package)} ({_listed(where, 3)}), which is not "
                f"available here: allowed are {', '.join(rubric.packages) or 'no packages'}",
            )
        )
    return notes


def _imports(tree: ast.Module) -> list[tuple[str, int]]:
    waiting: list[ast.AST] = [tree]
    found = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(("." * node.level + (node.module or ""), node.lineno))
        elif isinstance(node, ast.If) and _only_at_home(node.test):
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return sorted(found, key=lambda entry: entry[1])


def _only_at_home(test: ast.expr) -> bool:
    words = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    words |= {node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)}
    return bool(words & {"__name__", "TYPE_CHECKING"})
