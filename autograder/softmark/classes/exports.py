"""Who handed in what: a Gradescope export, a folder of submissions, or a CSV of names and paths becomes entries.

    with opened(path) as export:
        for entry in export.entries:
            submission = export.take(entry, rubric)

An export may be a zip. It is never unpacked as a whole: each submission is read when its turn comes, by names that
were checked first, within the rubric's limits, into a private folder that is gone afterwards.
"""

from __future__ import annotations

import csv
import errno
import os
import re
import stat
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ..content.rubric import Rubric
from ..content.yaml_places import shown
from ..grading import containers, intake
from ..grading.containers import JUNK
from ..grading.intake import IntakeError, Submission
from ..grading.result import Note
from . import gradescope_list
from .gradescope_list import METADATA, ExportError, said, word
from .journal import FILE as JOURNAL
from .records import Entry, Person

__all__ = ["Export", "ExportError", "opened", "read"]

MOST_MEMBERS = 2_000_000
MOST_BYTES_OF_CSV = 16 * 1024 * 1024

_BAD_NAMES = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EINVAL, errno.EILSEQ)
"""What a system says of a name that it cannot give a file."""

_COLUMNS = {
    "name": ("name", "student", "full name"),
    "path": ("path", "submission", "folder", "file", "zip"),
    "email": ("email", "e-mail", "email address"),
    "sid": ("sid", "student id", "id number"),
    "section": ("section", "sections", "group"),
    "id": ("id", "submission id"),
    "created_at": ("created_at", "submission time", "submitted at"),
}
"""What the columns of a CSV may be called, in small letters."""


@dataclass
class Export:
    """A class's submissions, in order."""

    entries: list[Entry]
    archive: _Archive | None = None
    """The zip that they are in, if they are."""
    links: bool = False
    """Whether a submission may be a symbolic link: where a person wrote its path, it is what they meant."""

    def take(self, entry: Entry, rubric: Rubric) -> Submission:
        """What is graded of one entry; IntakeError if there is nothing to look at."""
        if self.archive is not None:
            return self.archive.take(entry, rubric)
        if entry.path.is_symlink() and not self.links:
            raise IntakeError(f"{shown(entry.path.name)} is a symbolic link: put the submission itself there")
        return _take(entry.path, rubric, entry.path.name)


def read(path: Path) -> list[Entry]:
    """The entries alone; ExportError in one sentence if this is not an export."""
    with opened(path) as export:
        return export.entries


@contextmanager
def opened(path: Path) -> Iterator[Export]:
    """Look at an export and see what kind it is; ExportError in one sentence if it is none."""
    with ExitStack() as stack:
        try:
            export = _look(path, stack)
        except OSError as error:
            raise ExportError(f"{said(path)} cannot be read: {(error.strerror or str(error)).lower()}") from None
        yield export


def _look(path: Path, stack: ExitStack) -> Export:
    if path.is_dir():
        return _from_folder(path)
    if not path.is_file():
        raise ExportError(
            f"{said(path)} does not exist: give a Gradescope export (zip or folder), "
            "a folder of submissions, or a CSV of names and paths"
        )
    if path.suffix.lower() == ".csv":
        return Export(_from_csv(path), links=True)
    return _from_zip(path, stack.enter_context(_open_zip(path)))


# --- a folder -----------------------------------------------------------------------------------------------


def _from_folder(top: Path) -> Export:
    home = top
    if not (home / METADATA).is_file():
        nested = [found for found in _listing(top) if found.is_dir() and (found / METADATA).is_file()]
        if len(nested) > 1:
            names = ", ".join(shown(found.name) for found in nested[:3])
            raise ExportError(f"{said(top)} holds several exports ({names}): give one of them")
        home = nested[0] if nested else top
    inside = [found for found in _listing(home) if found.is_dir() or found.suffix.lower() == ".zip"]
    if (home / METADATA).is_file():
        with (home / METADATA).open("rb") as stream:
            listed = gradescope_list.read(stream, home / METADATA)
        return Export(_named(listed, {found.name: found for found in inside}, home))
    if not inside:
        raise ExportError(_no_submissions(top, any(found.suffix == ".py" for found in _listing(home))))
    return Export(_plain([(found.name, found) for found in inside]))


def _listing(folder: Path) -> list[Path]:
    return sorted(
        (found for found in folder.iterdir() if not _ignored(found.name) and not (found / JOURNAL).exists()),
        key=lambda found: _natural(found.name),
    )


def _ignored(name: str) -> bool:
    return name in JUNK or name.startswith(".")


def _natural(name: str) -> list[tuple[int, str]]:
    """submission_9 before submission_10."""
    return [(int(part), "") if part.isdecimal() and part.isascii() else (-1, part) for part in re.split(r"(\d+)", name)]


def _no_submissions(top: Path, one: bool) -> str:
    if one:
        return f"{said(top)} looks like one submission: grade it with `softmark grade`, or give the folder it is in"
    return (
        f"{said(top)} is not an export: expected {METADATA} beside folders submission_1, submission_2 …, "
        "or a folder (or zip) for each student"
    )


def _take(path: Path, rubric: Rubric, name: str) -> Submission:
    """Take in a submission; what is said of it does not speak of where it lies on this machine."""
    try:
        return intake.take(_or_its_only_zip(path), rubric)
    except IntakeError as problem:
        raise IntakeError(str(problem).replace(str(path), shown(name))) from None


def _or_its_only_zip(path: Path) -> Path:
    """Some platforms put each upload into a folder of its own: a folder with one zip and nothing else is that zip."""
    try:
        inside = [found for found in os.scandir(path) if not _ignored(found.name)] if path.is_dir() else []
    except OSError:
        return path
    only = inside[0] if len(inside) == 1 else None
    wanted = only is not None and only.name.lower().endswith(".zip") and only.is_file(follow_symlinks=False)
    return path / only.name if only is not None and wanted else path


# --- entries ------------------------------------------------------------------------------------------------


def _plain(found: Sequence[tuple[str, Path]]) -> list[Entry]:
    """Entries that nothing is known of but the names of their folders or zips."""
    idents = _Idents()
    return [
        Entry(idents.of(_stem(name)), (Person(word(_stem(name))),), path)
        for name, path in sorted(found, key=lambda pair: _natural(pair[0]))
    ]


def _stem(name: str) -> str:
    return name[:-4] if name.lower().endswith(".zip") else name


def _named(listed: Mapping[str, Entry], inside: Mapping[str, Path], home: Path) -> list[Entry]:
    """What the metadata lists, each with its folder; then folders that it does not list."""
    by_stem = {_stem(name): path for name, path in inside.items()}
    idents, entries = _Idents(), []
    for key, entry in listed.items():
        found = by_stem.pop(key, home / key)
        entries.append(replace(entry, id=idents.of(key), path=found))
    rest = [(path.name, path) for path in by_stem.values()]
    for entry in _plain(rest):
        entries.append(replace(entry, id=idents.of(entry.id)))
    if not entries:
        raise ExportError(f"{said(home / METADATA)} lists no submissions")
    return entries


class _Idents:
    """Names that can be a folder's on any system, each given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, text: str) -> str:
        clean = unicodedata.normalize("NFC", text)
        clean = re.sub(r"[^\w .,@+()=-]", "_", clean)[:80].strip(" .") or "_"
        number, name = 1, clean
        while name.casefold() in self._given:
            number += 1
            name = f"{clean}-{number}"
        self._given.add(name.casefold())
        return name


# --- a CSV --------------------------------------------------------------------------------------------------


def _from_csv(path: Path) -> list[Entry]:
    """A row a person: name and path, and what else is known. Rows with the same path are a group."""
    with path.open("rb") as stream:
        raw = gradescope_list.at_most(stream, MOST_BYTES_OF_CSV)
    if raw is None:
        raise ExportError(f"{said(path)} is larger than {MOST_BYTES_OF_CSV // 1024**2} MB: expected names and paths")
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ExportError(f"{said(path)}:{line}: is not UTF-8: save it as UTF-8") from None
    first = lines[0] if lines else ""
    rows = csv.reader(lines, delimiter=max(",;\t", key=first.count))
    try:
        header = [name.strip().lower() for name in next(rows, [])]
        places = {
            column: next((header.index(name) for name in names if name in header), None)
            for column, names in _COLUMNS.items()
        }
        if places["name"] is None or places["path"] is None:
            missing = " and ".join(column for column in ("name", "path") if places[column] is None)
            raise ExportError(f"{said(path)}:1: the first line has no column {missing}: expected name,path,email,…")
        people: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            cells = {
                column: row[place].strip() if place is not None and place < len(row) else ""
                for column, place in places.items()
            }
            if not any(cells.values()):
                continue
            if not cells["path"] or not cells["name"]:
                empty = "path" if cells["name"] else "name"
                raise ExportError(f"{said(path)}:{rows.line_num}: this row has no {empty}")
            if cells["created_at"] and not gradescope_list.moment(cells["created_at"]):
                when = shown(cells["created_at"])
                raise ExportError(
                    f"{said(path)}:{rows.line_num}: {when} is not a time, as in 2026-10-01 12:00:00 -04:00"
                )
            people.setdefault(cells["path"], []).append(cells)
    except csv.Error as error:
        raise ExportError(f"{said(path)}:{rows.line_num}: is not a CSV: {error}") from None
    if not people:
        raise ExportError(f"{said(path)} lists nobody: expected a row for each student")
    idents = _Idents()
    return [_from_rows(path.parent, group, idents) for group in people.values()]


def _from_rows(folder: Path, group: Sequence[Mapping[str, str]], idents: _Idents) -> Entry:
    first = group[0]
    people = [Person(*(word(row[column]) for column in ("name", "email", "sid", "section"))) for row in group]
    when = gradescope_list.moment(next((row["created_at"] for row in group if row["created_at"]), ""))
    ident = next((row["id"] for row in group if row["id"]), "") or _stem(Path(first["path"]).name)
    return Entry(idents.of(ident), tuple(people), folder / first["path"], when)


# --- a zip --------------------------------------------------------------------------------------------------


@dataclass
class _Archive:
    """An export that is still packed."""

    path: Path
    zip: zipfile.ZipFile
    members: dict[str, list[tuple[PurePosixPath, zipfile.ZipInfo]]] = field(default_factory=dict)
    """Entry's folder in the zip → what is in it, by names below that folder."""

    def take(self, entry: Entry, rubric: Rubric) -> Submission:
        place = entry.path.relative_to(self.path).as_posix()
        if place not in self.members:
            raise IntakeError(f"{shown(entry.path.name)} is listed in {METADATA}, but it is not in {self.path.name}")
        notes: list[Note] = []
        with tempfile.TemporaryDirectory(prefix="softmark-") as name:
            folder = Path(name) / "submission"
            folder.mkdir()
            if place.lower().endswith(".zip"):  # a student's own zip, inside the archive
                folder = folder / "submission.zip"
                try:
                    self._write(self.members[place][0][1], folder, containers.ARCHIVE_LIMIT)
                except IntakeError as problem:
                    raise IntakeError(f"{shown(entry.path.name)} cannot be read: {problem}") from None
            else:
                notes = self._unpack(self.members[place], folder, rubric)
            taken = _take(folder, rubric, entry.path.name)
        return replace(taken, notes=[*notes, *taken.notes])

    def _unpack(
        self, members: Sequence[tuple[PurePosixPath, zipfile.ZipInfo]], folder: Path, rubric: Rubric
    ) -> list[Note]:
        """A little more than the limits is written, so that intake sees that there is too much, and says it."""
        notes = []
        written = 0
        for path, info in members:
            if written > rubric.limits.files_count:
                break
            if len(path.parts) > containers.DEPTH_LIMIT or set(path.parts) & JUNK:
                continue
            kind = stat.S_IFMT(info.external_attr >> 16)
            target = folder / path
            try:
                if kind not in (0, stat.S_IFREG):
                    raise IntakeError("it is not a regular file")
                target.parent.mkdir(parents=True, exist_ok=True)
                most = (
                    containers.ARCHIVE_LIMIT if target.suffix.lower() == ".zip" else rubric.limits.files_kb * 1024 + 1
                )
                self._write(info, target, most)
                written += 1
            except FileExistsError:
                notes.append(Note("student", f"{shown(path)} is in your submission twice: the first one was taken"))
            except IntakeError as problem:
                notes.append(Note("student", f"{shown(path)} was not read: {problem}"))
            except OSError as error:
                if error.errno not in _BAD_NAMES:
                    raise  # a full disk is nobody's mistake, and must not become one
                notes.append(Note("student", f"{shown(path)} was not read: no file can be called that"))
        return notes

    def _write(self, info: zipfile.ZipInfo, target: Path, most: int) -> None:
        """At most `most` bytes of one member."""
        if info.flag_bits & 0x41:
            raise IntakeError("it is protected with a password")
        try:
            with target.open("xb") as sink:
                for chunk in self._chunks(info, most):
                    sink.write(chunk)
        except IntakeError:
            target.unlink()
            raise

    def _chunks(self, info: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
        try:
            with self.zip.open(info) as source:
                while most > 0 and (chunk := source.read(min(most, 1 << 20))):
                    most -= len(chunk)
                    yield chunk
        except Exception:  # zipfile raises a dozen kinds on damaged bytes; all mean the same
            raise IntakeError("it is damaged inside the zip") from None


@contextmanager
def _open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    with path.open("rb") as stream:
        if stream.read(2) != b"PK":
            raise ExportError(f"{said(path)} is not an export: expected a zip, a folder or a CSV of names and paths")
        try:
            archive = zipfile.ZipFile(stream)
        except Exception:  # as above
            raise ExportError(f"{said(path)} is damaged and cannot be opened: download the export again") from None
        with archive:
            yield archive


def _from_zip(path: Path, archive: zipfile.ZipFile) -> Export:
    files = list(_members(path, archive))
    listing = sorted((name for name, _ in files if name.name == METADATA), key=lambda name: len(name.parts))
    top = listing[0].parent if listing and len(listing[0].parts) <= 2 else _common_folder([name for name, _ in files])
    packed = _Archive(path, archive)
    loose = False
    for name, info in files:
        if top not in name.parents:
            continue
        below = name.relative_to(top)
        if len(below.parts) > 1:
            packed.members.setdefault((top / below.parts[0]).as_posix(), []).append(
                (PurePosixPath(*below.parts[1:]), info)
            )
        elif below.suffix.lower() == ".zip":
            packed.members[name.as_posix()] = [(PurePosixPath(below.name), info)]
        else:
            loose = loose or below.suffix == ".py"
    inside = {PurePosixPath(place).name: path / place for place in packed.members}
    if listing and len(listing[0].parts) <= 2:
        info = next(info for name, info in files if name == listing[0])
        try:
            with archive.open(info) as stream:
                listed = gradescope_list.read(stream, path / listing[0])
        except ExportError:
            raise
        except Exception:
            raise ExportError(f"{METADATA} is damaged inside {said(path)}: download the export again") from None
        return Export(_named(listed, inside, path / top), packed)
    if not inside or loose:
        raise ExportError(_no_submissions(path, loose))
    return Export(_plain(list(inside.items())), packed)


def _members(path: Path, archive: zipfile.ZipFile) -> Iterator[tuple[PurePosixPath, zipfile.ZipInfo]]:
    """What has a sane name. A name that leads out of the export is no submission's; it is passed over."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise ExportError(f"{said(path)} holds {len(infos)} files: this is no export of a class")
    for info in infos:
        name = PurePosixPath(info.filename.replace("\\", "/"))
        sane = name.parts and not name.is_absolute() and ".." not in name.parts and ":" not in name.parts[0]
        if sane and not info.is_dir() and "\0" not in info.orig_filename and not _ignored(name.parts[0]):
            yield name, info


def _common_folder(names: Sequence[PurePosixPath]) -> PurePosixPath:
    """The one folder that everything is in, as when somebody zips a folder of submissions; else the top."""
    tops = {name.parts[0] for name in names}
    alone = len(tops) == 1 and all(len(name.parts) > 1 for name in names)
    if alone and any(len(name.parts) > 2 or name.suffix.lower() == ".zip" for name in names):
        return PurePosixPath(next(iter(tops)))
    return PurePosixPath(".")
