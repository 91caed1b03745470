"""Reads who handed in what: a Gradescope export, a folder of submissions, or a CSV of names and paths becomes entries.

    with opened(path) as export:
        for entry in export.entries:
            submission = export.take(entry, rubric)

An export may be a zip. It is never unpacked as a whole: each submission is read when its turn comes, by names that
were checked first, within the rubric's limits, into a private folder that is gone afterwards.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ..content.rubric import Rubric
from ..content.yaml_places import shown
from ..grading.intake import containers, submission
from ..grading.intake.containers import JUNK
from ..grading.intake.submission import IntakeError, Submission
from ..grading.result import Note
from . import gradescope_list, names_and_paths, recognising
from .entries import Entry, Person
from .entry_names import Idents, is_ignored, is_zip, natural, stem
from .gradescope_list import METADATA, ExportError, said, word
from .journal import FILE as JOURNAL

__all__ = ["Export", "ExportError", "opened", "read"]

MOST_MEMBERS = 2_000_000

_BAD_NAMES = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EINVAL, errno.EILSEQ)
"""What a system says of a name that it cannot give a file."""


@dataclass
class Export:
    """A class's submissions, in order."""

    entries: list[Entry]
    kind: str
    """What it was taken for, as in "a folder of"."""
    path: Path
    remarks: list[str] = field(default_factory=list)
    """What was not counted, and what else to look at."""
    archive: _Archive | None = None
    """The zip that they are in, if they are."""
    links: bool = False
    """Whether a submission may be a symbolic link: where a person wrote its path, it is what they meant."""

    @property
    def took(self) -> str:
        """A sentence on what kind of export this is and how many submissions are in it."""
        count = len(self.entries)
        return f"took {said(self.path)} for {self.kind} {count} submission{'' if count == 1 else 's'}"

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
def opened(path: Path, out: Path | None = None) -> Iterator[Export]:
    """Look at an export and see what kind it is; ExportError in one sentence if it is none. `out` is the batch's own
    folder, which is no submission."""
    with ExitStack() as stack:
        try:
            export = _look(path, stack, out)
        except OSError as error:
            raise ExportError(f"{said(path)} cannot be read: {(error.strerror or str(error)).lower()}") from None
        yield export


def _look(path: Path, stack: ExitStack, out: Path | None) -> Export:
    if path.is_dir():
        return _from_folder(path, out)
    if not path.is_file():
        raise ExportError(
            f"{said(path)} does not exist: give a Gradescope export (zip or folder), "
            "a folder of submissions, or a CSV of names and paths"
        )
    if path.suffix.lower() == ".csv":
        return Export(names_and_paths.read(path), "a list of", path, links=True)
    return _from_zip(path, stack.enter_context(_open_zip(path)))


# --- a folder -----------------------------------------------------------------------------------------------


def _from_folder(top: Path, out: Path | None) -> Export:
    ours = recognising.own_folder(out, top)
    home = top
    if not (top / METADATA).is_file():
        if (top / JOURNAL).is_file():
            raise ExportError(f"{said(top)} is a class that is graded already: give the export that it came from")
        names = [path.name for path in top.iterdir() if path.name != ours]
        home = top / recognising.step_down(names, lambda name: (top / name / METADATA).is_file())
    paths = sorted((path for path in home.iterdir() if path.name != ours), key=lambda path: natural(path.name))
    inside = {path.name: path for path in paths if not is_ignored(path.name) and (path.is_dir() or is_zip(path.name))}
    others = [path.name for path in paths if path.name not in (*inside, METADATA)]
    remarks = recognising.remarks(list(inside), others, lambda name, file: os.path.lexists(inside[name] / file))
    if (home / METADATA).is_file():
        with (home / METADATA).open("rb") as stream:
            listed = gradescope_list.read(stream, home / METADATA)
        return _listed(listed, inside, home, remarks)
    if not inside:
        raise ExportError(_no_submissions(top, any(name.endswith(".py") for name in others)))
    return Export(_plain(inside), "a folder of", home, remarks)


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
        return submission.take(_or_its_only_zip(path), rubric)
    except IntakeError as problem:
        raise IntakeError(str(problem).replace(str(path), shown(name))) from None


def _or_its_only_zip(path: Path) -> Path:
    """Some platforms put each upload into a folder of its own: a folder with one zip and nothing else is that zip."""
    try:
        inside = [found for found in os.scandir(path) if not is_ignored(found.name)] if path.is_dir() else []
    except OSError:
        return path
    only = inside[0] if len(inside) == 1 else None
    wanted = only is not None and only.name.lower().endswith(".zip") and only.is_file(follow_symlinks=False)
    return path / only.name if only is not None and wanted else path


# --- entries ------------------------------------------------------------------------------------------------


def _plain(inside: Mapping[str, Path]) -> list[Entry]:
    """Entries that nothing is known of but the names of their folders or zips."""
    idents = Idents()
    return [
        Entry(idents.of(stem(name)), (Person(word(stem(name))),), inside[name]) for name in sorted(inside, key=natural)
    ]


def _listed(listed: Mapping[str, Entry], inside: Mapping[str, Path], home: Path, remarks: list[str]) -> Export:
    """What the platform lists, each with its folder; then folders that it does not list."""
    left, idents, entries = dict(inside), Idents(), []
    for key, entry in listed.items():
        name = next((name for name in (key, f"{key}.zip") if name in left), "")
        entries.append(replace(entry, id=idents.of(key), path=left.pop(name) if name else home / key))
    for entry in _plain(left):
        entries.append(replace(entry, id=idents.of(entry.id)))
    if not entries:
        raise ExportError(f"{said(home / METADATA)} lists no submissions")
    if left:
        names = containers.listed([shown(name) for name in sorted(left, key=natural)])
        remarks = [*remarks, f"not in {METADATA}, so counted under the names of their folders: {names}"]
    return Export(entries, "a Gradescope export with", home, remarks)


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
        """Unpack a submission. A little more than the limit is written, so that intake sees that there is too much."""
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
    found = list(_members(path, archive))
    files = {name: info for name, info in reversed(found) if not info.is_dir()}  # of two with one name, the first
    top = PurePosixPath(
        recognising.step_down({name.parts[0] for name, _ in found}, lambda name: PurePosixPath(name, METADATA) in files)
    )
    is_export = top / METADATA in files
    top = top if is_export else _common_folder([name for name in files if not is_ignored(name.parts[0])])
    packed, others = _Archive(path, archive), dict[str, None]()
    for name, info in found:
        if top not in name.parents:
            continue
        first, *rest = name.relative_to(top).parts
        place = (top / first).as_posix()
        if is_ignored(first):
            others[first] = None
        elif rest or info.is_dir():
            packed.members.setdefault(place, []).extend([] if info.is_dir() else [(PurePosixPath(*rest), info)])
        elif is_zip(first):
            packed.members[place] = [(PurePosixPath(first), info)]
        else:
            others[first] = None
    inside = {PurePosixPath(place).name: path / place for place in packed.members}
    remarks = recognising.remarks(
        list(inside), [name for name in others if name != METADATA], lambda name, file: top / name / file in files
    )
    if is_export:
        try:
            with archive.open(files[top / METADATA]) as stream:
                listed = gradescope_list.read(stream, path / top / METADATA)
        except ExportError:
            raise
        except Exception:
            raise ExportError(f"{METADATA} is damaged inside {said(path)}: download the export again") from None
        return replace(_listed(listed, inside, path / top, remarks), archive=packed)
    loose = any(name.endswith(".py") for name in others)
    if not inside or loose:
        raise ExportError(_no_submissions(path, loose))
    if METADATA in others:
        remarks.append(
            f"{METADATA} in {shown(top)} is not used, as that folder is not called assignment_(number)_export: "
            "if it is the platform's export, unpack the zip and give the folder"
        )
    return Export(_plain(inside), "a zip of", path, remarks, packed)


def _members(path: Path, archive: zipfile.ZipFile) -> Iterator[tuple[PurePosixPath, zipfile.ZipInfo]]:
    """The members with a sane name. A name that leads out of the export is passed over."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise ExportError(f"{said(path)} holds {len(infos)} files: this is not the export of a class")
    for info in infos:
        name = PurePosixPath(info.filename.replace("\\", "/"))
        sane = name.parts and not name.is_absolute() and ".." not in name.parts and ":" not in name.parts[0]
        if sane and "\0" not in info.orig_filename:
            yield name, info


def _common_folder(names: Sequence[PurePosixPath]) -> PurePosixPath:
    """The one folder that everything is in, as when somebody zips a folder of submissions; else the top."""
    tops = {name.parts[0] for name in names}
    alone = len(tops) == 1 and all(len(name.parts) > 1 for name in names)
    if alone and any(len(name.parts) > 2 or name.suffix.lower() == ".zip" for name in names):
        return PurePosixPath(next(iter(tops)))
    return PurePosixPath(".")
