"""Reads who handed in what: Gradescope's "Export Submissions" (zip or folder), or a folder or zip with one folder or
zip a student.

An export's list says who handed in what and when, so only staff's own is believed: it lies in the very folder that they
name, or one step down, where that is all there is. The same file inside a student's folder is a student's file.
Nothing of a zip is ever unpacked to the disk.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path, PurePosixPath
from typing import Any

from ..content.rubric import Rubric
from ..content.yaml_places import shown
from ..files.escape import one_line
from ..files.problem import Problem
from ..grading.intake import containers, submission
from ..grading.intake.submission import IntakeError, Submission
from ..policy.dates import Dates
from . import metadata
from .metadata import Pairs
from .people import Person

MOST_MEMBERS = 2_000_000
_EXPORT = re.compile(r"assignment_\d+_export")


@dataclass(frozen=True)
class Entry:
    """One submission as the export lists it."""

    id: str
    people: tuple[Person, ...]
    place: str
    """Its folder or zip, by the name in the export; empty if it is listed and not there."""
    handed_in: str | None = None
    platform_score: float | None = None

    @property
    def present(self) -> bool:
        return bool(self.place)


@dataclass
class Export:
    """A class's submissions, in order."""

    source: _Folder | _Zip
    entries: list[Entry]
    kind: str
    remarks: list[str] = field(default_factory=list)

    def take(self, entry: Entry, rubric: Rubric) -> Submission:
        """What is graded of one entry; IntakeError where there is nothing to look at."""
        try:
            return self.source.take(entry.place, rubric)
        except IntakeError as problem:
            raise IntakeError(re.sub(r"\S*/(?=\S)", "", str(problem))) from None
        except OSError as error:
            raise IntakeError(f"{entry.place} cannot be read: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def opened(path: Path, out: Path | None = None, zone: tzinfo | None = None) -> Iterator[Export]:
    """Look at an export; Problem in one sentence if it is none. `out`, the class's own folder, is no submission."""
    if out is not None and out.resolve() == path.resolve():
        raise Problem(f"--out {out} is the folder of the submissions itself: give another --out")
    archive = None
    try:
        if path.is_dir():
            export = _read(_Folder(path, out), path, zone)
        elif path.is_file() and zipfile.is_zipfile(path):
            archive = zipfile.ZipFile(path)
            export = _read(_Zip(archive), path, zone)
        elif path.is_file() and _begins_as_a_zip(path):
            raise Problem(f"{shown(path)} is a damaged zip: download it again")
        else:
            raise Problem(f"{shown(path)} is no export: give Gradescope's zip, or a folder with a folder for everyone")
    except Problem:
        raise
    except OSError as error:
        raise Problem(f"{shown(path)} cannot be read: {(error.strerror or one_line(str(error))).lower()}") from None
    except Exception as error:  # zipfile raises a dozen kinds on damaged bytes
        raise Problem(f"{shown(path)} is damaged: {one_line(str(error)) or type(error).__name__}") from None
    try:
        yield export
    finally:
        if archive is not None:
            archive.close()


def _begins_as_a_zip(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(2) == b"PK"


def _read(source: _Folder | _Zip, path: Path, zone: tzinfo | None) -> Export:
    tops = {name.partition("/")[0] for name in source.names} - containers.JUNK
    only = next(iter(tops)) if len(tops) == 1 else ""
    at_top = metadata.FILE in source.names
    listed = at_top or (bool(_EXPORT.fullmatch(only)) and f"{only}/{metadata.FILE}" in source.names)
    if only and not at_top and (listed or source.holds_folders(only)):
        source.top = PurePosixPath(only)
    inside = source.submissions()
    if listed:
        return _listed(source, path, metadata.read(source.bytes_of(metadata.FILE)), inside, zone)
    loose = any(name.endswith(".py") for name in source.names if "/" not in name)
    if not inside or loose:
        raise Problem(f"{shown(path)} is no export: expected {metadata.FILE}, or a folder or zip for each student")
    remarks = [
        f"{metadata.FILE} in {shown(name.partition('/')[0])} counts as a student's file"
        for name in source.names
        if name.endswith(f"/{metadata.FILE}")
    ]
    return Export(source, _by_folder(inside, set()), "a folder of", remarks)


def _listed(source: _Folder | _Zip, path: Path, told: Pairs, inside: Sequence[str], zone: tzinfo | None) -> Export:
    left, entries = dict.fromkeys(inside), []
    common = metadata.dates(told, Dates(), zone)
    for key, body in told.items():
        if isinstance(body, Pairs) and key != "assignment":
            entries.append(_entry(key, body, left, common, zone))
    twice = {entry.id for entry in entries}
    if len(twice) < len(entries):
        raise Problem(f"{metadata.FILE}: lists a submission twice: export again")
    remarks = [f"not in {metadata.FILE}, so counted under the names of their folders: {', '.join(map(shown, left))}"]
    entries += _by_folder(left, twice)
    if not entries:
        raise Problem(f"{shown(path)}: {metadata.FILE} lists no submissions")
    return Export(source, entries, "Gradescope's export with", remarks if left else [])


def _entry(key: str, body: Pairs, left: dict[str, None], common: Dates, zone: tzinfo | None) -> Entry:
    if key in ("", ".", "..") or any(sign in key for sign in "/\\\0") or not key.isprintable():
        raise Problem(f"{metadata.FILE}: {shown(key)} is not the name of a submission's folder")
    place = next((name for name in (key, f"{key}.zip") if name in left), "")
    left.pop(place, None)
    people = metadata.people(body, common, zone) or (Person(one_line(key)),)
    at = metadata.when(body.get("created_at"), key)
    return Entry(key, people, place, at.isoformat() if at else None, metadata.number(body.get("score")))


def _by_folder(names: Iterable[str], taken: set[str]) -> list[Entry]:
    """An entry for each folder and zip, under its name; ada/ beside ada.zip are two submissions."""
    entries = []
    for name in sorted(names, key=_natural):
        stem = name[: -len(".zip")] if name.lower().endswith(".zip") else name
        ident = one_line(name if stem in taken or (stem != name and stem in names) else stem)
        while ident in taken:
            ident += "'"
        taken.add(ident)
        entries.append(Entry(ident, (Person(ident),), name))
    return entries


def _natural(name: str) -> list[Any]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in re.split(r"(\d+)", name)]


def _ignored(name: str) -> bool:
    return name.startswith(".") or name in containers.JUNK


class _Folder:
    """An export that lies unpacked on the disk."""

    def __init__(self, path: Path, out: Path | None) -> None:
        self.top = PurePosixPath(".")
        self._path, self._out = path, out.resolve() if out else None
        self.names = [one.relative_to(path).as_posix() + "/" * one.is_dir() for one in _two_levels(path)]

    def holds_folders(self, only: str) -> bool:
        return False  # a student's work may lie two folders down, too

    def submissions(self) -> list[str]:
        home = self._path / self.top
        found = [one for one in sorted(home.iterdir()) if one.is_dir() or one.suffix.lower() == ".zip"]
        return [one.name for one in found if not _ignored(one.name) and one.resolve() != self._out]

    def bytes_of(self, name: str) -> bytes:
        path = self._path / self.top / name
        if path.stat().st_size > metadata.MOST_BYTES:
            raise Problem(f"{name} is larger than {metadata.MOST_BYTES >> 20} MB: this is not a list of submissions")
        return path.read_bytes()

    def take(self, place: str, rubric: Rubric) -> Submission:
        """Some platforms put each upload into a folder of its own: a folder with one zip alone is that zip."""
        path = self._path / self.top / place
        if path.is_symlink():
            raise IntakeError(f"{shown(path.name)} is a symbolic link: put the submission itself there")
        inside = [one for one in path.iterdir() if not _ignored(one.name)] if path.is_dir() else []
        alone = len(inside) == 1 and inside[0].suffix.lower() == ".zip" and not inside[0].is_symlink()
        return submission.take(inside[0] if alone else path, rubric)


def _two_levels(path: Path) -> Iterator[Path]:
    for one in sorted(path.iterdir()):
        yield one
        if one.is_dir() and not one.is_symlink():
            yield from sorted(one.iterdir())


class _Zip:
    """An export as it was downloaded. Members whose names lead out of it are passed over."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.top = PurePosixPath(".")
        self._archive = archive
        if len(archive.infolist()) > MOST_MEMBERS:
            raise Problem(f"the export holds {len(archive.infolist())} files: this is not a class")
        self._infos = {name: info for info in archive.infolist() if (name := _sane_name(info))}
        self.names = list(self._infos)

    def holds_folders(self, only: str) -> bool:
        """Whether its one folder is a folder of submissions, as when somebody zips one."""
        below = [name for name in self.names if name.startswith(f"{only}/") and not name.endswith("/")]
        return any(name.count("/") > 1 or name.lower().endswith(".zip") for name in below)

    def submissions(self) -> list[str]:
        self._of: dict[str, list[zipfile.ZipInfo]] = {}
        depth = len(self.top.parts)
        for name, info in self._infos.items():
            parts = PurePosixPath(name).parts[depth:]
            folder = len(parts) > 1 or (bool(parts) and name.endswith("/"))
            if parts and not _ignored(parts[0]) and (folder or parts[0].lower().endswith(".zip")):
                self._of.setdefault(parts[0], []).append(info)
        return list(self._of)

    def bytes_of(self, name: str) -> bytes:
        info = self._infos[(self.top / name).as_posix()]
        with self._archive.open(info) as stream:
            return stream.read(metadata.MOST_BYTES + 1)

    def take(self, place: str, rubric: Rubric) -> Submission:
        """A submission that is one zip alone, in a folder of its own or not, is that zip."""
        depth = len(self.top.parts) + 1
        files = [info for info in self._of[place] if not info.is_dir()]
        named = [info for info in files if not any(map(_ignored, PurePosixPath(_sane_name(info)).parts[depth - 1 :]))]
        alone = len(named) == 1 and len(PurePosixPath(_sane_name(named[0])).parts) <= depth + 1
        if alone and named[0].filename.lower().endswith(".zip"):
            return submission.take_zip(io.BytesIO(self._start_of(named[0])), rubric)
        return submission.take_packed(self._archive, files, depth, rubric)

    def _start_of(self, info: zipfile.ZipInfo) -> bytes:
        """A zip inside the zip, as far as its size is sane. Intake says what it means where it is damaged."""
        try:
            with self._archive.open(info) as stream:
                return stream.read(containers.ARCHIVE_LIMIT)
        except Exception:  # as above: damaged, protected, packed in a way that nobody knows
            return b"damaged"


def _sane_name(info: zipfile.ZipInfo) -> str:
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if not path.parts or path.is_absolute() or ".." in path.parts or "\0" in info.orig_filename:
        return ""
    return path.as_posix() + "/" * info.is_dir()
