"""Reads a folder or a zip, one entry at a time. Links are never followed, and nothing is unpacked to disk."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ...content.rubric import Rubric
from ...content.yaml_places import shown
from ..result import Note

JUNK = frozenset(
    {
        *("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".gitignore", ".gitattributes", ".github"),
        *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints", ".hypothesis"),
        *(".idea", ".vscode", ".venv", "venv", "env", "node_modules", "site-packages"),
    }
)
"""What tools leave behind: ignored without a word."""
MOST_ENTRIES = 500
ARCHIVE_LIMIT = 64 * 1024 * 1024
DIRECTORY_LIMIT = 4 * 1024 * 1024
"""Bytes of a zip's table of contents: checked before Python reads it into memory."""
RATIO_LIMIT = 200
DEPTH_LIMIT = 4
NAME_LIMIT = 255
"""Characters of one name in a zip. A folder's names are no longer; a zip's may have 65,535, and hours go into asking
what such a name might have meant."""


class NotTaken(Exception):
    """One file, or the whole submission, cannot be taken; the text is the sentence."""


@dataclass(frozen=True)
class Member:
    """One thing in the folder or zip."""

    path: PurePosixPath
    read: Callable[[int], bytes] | None
    """Reads at most so many bytes, or refuses; None for what is not a regular file."""
    trouble: str = ""
    """Why it is not a regular file."""


@dataclass
class Desk:
    """Collects the files and notes of one intake."""

    rubric: Rubric
    notes: list[Note] = field(default_factory=list)
    explained: set[str] = field(default_factory=set)
    """Wanted files about which a sentence has been said."""
    taken: list[Member] = field(default_factory=list)
    """Files that were taken though they do not lie where they are asked for."""

    def say(self, sentence: str, about: str | None = None) -> None:
        self.notes.append(Note("student", sentence))
        if about is not None:
            self.explained.add(about)

    @property
    def wanted(self) -> str:
        return listed(self.rubric.files)


def listed(words: Sequence[str], most: int = 20) -> str:
    shown_words = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown_words)} and {len(words) - most} more"
    if len(shown_words) < 2:
        return "".join(shown_words)
    return f"{', '.join(shown_words[:-1])} and {shown_words[-1]}"


def too_large(path: PurePosixPath, rubric: Rubric) -> str:
    return f"{shown(path)} is too large: all files together may have {rubric.limits.files_kb} KB"


def _is_junk(path: PurePosixPath) -> bool:
    return any(part in JUNK or part.startswith("._") or part.endswith(".pyc") for part in path.parts)


_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)


def in_folder(top: Path) -> Iterator[Member]:
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
                if count > MOST_ENTRIES:
                    return


def _folder_entry(top: Path, path: PurePosixPath, status: os.stat_result) -> Member:
    for test, words in _KINDS:
        if test(status.st_mode):
            return Member(path, None, words)
    if not stat.S_ISREG(status.st_mode):
        return Member(path, None, "not a file")
    if status.st_nlink > 1:
        return Member(path, None, "a hard link (the same file has another name elsewhere)")
    return Member(path, lambda most: _read_regular(top / path, path, status, most))


def _read_regular(real: Path, path: PurePosixPath, seen: os.stat_result, most: int) -> bytes:
    """Read what was seen, and nothing that has been put in its place since."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(real, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise NotTaken(f"{shown(path)} cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
    with os.fdopen(handle, "rb") as stream:
        now = os.fstat(stream.fileno())
        if not stat.S_ISREG(now.st_mode) or (now.st_dev, now.st_ino) != (seen.st_dev, seen.st_ino):
            raise NotTaken(f"{shown(path)} changed while it was being read")
        return stream.read(most)


def directory_size(stream: BinaryIO) -> int:
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


def in_zip(
    archive: zipfile.ZipFile, desk: Desk, infos: Iterable[zipfile.ZipInfo] | None = None, below: int = 0
) -> Iterator[Member]:
    """Everything in a zip that has a sane name; stops soon after the limit. With `infos`, these alone, so many folders
    further down than the submission's own."""
    unsafe: list[str] = []
    count = 0
    for info in archive.infolist() if infos is None else infos:
        name = info.filename.replace("\\", "/")
        path = PurePosixPath(*PurePosixPath(name).parts[below:])
        if info.is_dir() or not path.parts or _is_junk(path):
            continue
        count += 1
        if count > MOST_ENTRIES + 1:
            break
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0] or "\0" in info.orig_filename:
            unsafe.append(shown(name))
            continue
        if len(path.parts) > 2 * DEPTH_LIMIT or any(len(part) > NAME_LIMIT for part in path.parts):
            continue  # nothing that is asked for lies there
        if info.flag_bits & 0x41:
            raise NotTaken(f"Your zip is protected with a password: send {desk.wanted} without one")
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind in (0, stat.S_IFREG):
            yield Member(path, partial(_read_member, archive, info, path, desk.rubric))
        else:
            words = next((words for test, words in _KINDS if test(kind)), "not a file")
            yield Member(path, None, words)
    if unsafe:
        desk.say(f"Your zip points outside its own folder ({listed(unsafe, 3)}): not read")


def _read_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: PurePosixPath, rubric: Rubric, most: int
) -> bytes:
    """Read one file of a zip: declared size, ratio and method first, and never more than `most` bytes."""
    if info.file_size >= most:
        raise NotTaken(too_large(path, rubric))
    if info.file_size > 16 * 1024 and info.file_size > RATIO_LIMIT * max(1, info.compress_size):
        raise NotTaken(f"{shown(path)} unpacks to more than {RATIO_LIMIT} times its size: expected Python source")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotTaken(f"{shown(path)} is packed in an unusual way: make an ordinary zip")
    try:
        with archive.open(info) as stream:
            return stream.read(most)
    except Exception:  # as above: hostile bytes have many ways to fail
        raise NotTaken(f"{shown(path)} is damaged inside your zip: make the zip again") from None
