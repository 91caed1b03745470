"""Reads who handed in what: Gradescope's "Export Submissions" (zip or folder), or a folder or zip with one folder or
zip a student.

An export's list says who handed in what and when, so only staff's own is believed: it lies in the very folder that they
name, or one step down, where that is all there is. The same file inside a student's folder is a student's file.
A zip is never unpacked as a whole: each submission is, when its turn comes, into a private folder that is gone after.
"""

from __future__ import annotations

import re
import stat
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timezone
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from ..content.dates import moment
from ..content.rubric import Rubric
from ..content.yaml_places import shown
from ..files.escape import one_line
from ..grading.intake import containers, submission
from ..grading.intake.submission import IntakeError, Submission
from .people import Person
from .problem import Problem

METADATA = "submission_metadata.yml"
MOST_BYTES, MOST_MEMBERS = 256 << 20, 2_000_000
_EXPORT = re.compile(r"assignment_\d+_export")


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
KEPT_LEVELS, MOST_LEVELS = 7, 100
"""How deep the deepest thing lies that is looked at: a date in a person's assignment."""


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

    path: Path
    top: PurePosixPath
    entries: list[Entry]
    kind: str
    remarks: list[str] = field(default_factory=list)
    archive: zipfile.ZipFile | None = None

    def take(self, entry: Entry, rubric: Rubric) -> Submission:
        """What is graded of one entry; IntakeError where there is nothing to look at."""
        try:
            if self.archive is None:
                return _take(self.path / self.top / entry.place, rubric)
            with tempfile.TemporaryDirectory(prefix="softmark-") as name:
                return _take(_unpacked(self.archive, self.top / entry.place, Path(name), rubric), rubric)
        except IntakeError as problem:
            raise IntakeError(re.sub(r"\S*/(?=\S)", "", str(problem))) from None


@contextmanager
def opened(path: Path, out: Path | None = None) -> Iterator[Export]:
    """Look at an export; Problem in one sentence if it is none. `out`, the class's own folder, is no submission."""
    try:
        if path.is_dir():
            yield _read(
                path, [one.relative_to(path).as_posix() + "/" * one.is_dir() for one in _two_levels(path)], out=out
            )
        elif path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                yield _read(path, [name for name, _ in _members(archive)], archive)
        else:
            raise Problem(
                f"{shown(path)} is no export: give Gradescope's zip, or a folder with a folder for each student"
            )
    except (OSError, zipfile.BadZipFile, RuntimeError) as error:
        raise Problem(f"{shown(path)} cannot be read: {one_line(str(error))}") from None


def _two_levels(path: Path) -> Iterator[Path]:
    for one in sorted(path.iterdir()):
        yield one
        if one.is_dir() and not one.is_symlink():
            yield from sorted(one.iterdir())


def _read(path: Path, names: Sequence[str], archive: zipfile.ZipFile | None = None, out: Path | None = None) -> Export:
    tops = {name.partition("/")[0] for name in names} - containers.JUNK
    only = next(iter(tops)) if len(tops) == 1 else ""
    listed = METADATA in names or (bool(_EXPORT.fullmatch(only)) and f"{only}/{METADATA}" in names)
    deeper = bool(only) and METADATA not in names and (listed or (archive is not None and _holds_folders(names, only)))
    top = PurePosixPath(only if deeper else ".")
    inside: dict[str, None] = {}
    for name in names:
        parts = PurePosixPath(name).parts
        if parts[: len(top.parts)] != top.parts or len(parts) == len(top.parts):
            continue
        first, *rest = parts[len(top.parts) :]
        folder = bool(rest) or name.endswith("/")
        mine = out is not None and (path / top / first).resolve() == out.resolve()
        if (folder or first.lower().endswith(".zip")) and not mine and not _ignored(first):
            inside[first] = None
    if listed:
        told = _metadata(archive.read(str(top / METADATA)) if archive else (path / top / METADATA).read_bytes())
        return _listed(path, top, told, inside, archive)
    entries = [
        Entry(PurePosixPath(name).stem if name.lower().endswith(".zip") else name, (Person(one_line(name)),), name)
        for name in sorted(inside, key=_natural)
    ]
    if not entries or any(name.endswith(".py") for name in names if "/" not in name):
        raise Problem(f"{shown(path)} is no export: expected {METADATA}, or a folder or zip for each student")
    remarks = [
        f"{METADATA} in {shown(name.partition('/')[0])} counts as a student's file"
        for name in names
        if name.endswith(f"/{METADATA}")
    ]
    return Export(path, top, entries, "a folder of", remarks, archive)


def _listed(path: Path, top: PurePosixPath, told: _Pairs, inside: dict[str, None], archive: Any) -> Export:
    entries, left = [], dict(inside)
    common = _dates(told)
    for key, body in told.items():
        if not isinstance(body, _Pairs) or key == "assignment":
            continue
        if key in ("", ".", "..") or any(sign in key for sign in "/\\\0"):
            raise Problem(f"{METADATA}: {shown(key)} is not the name of a submission's folder")
        place = next((name for name in (key, f"{key}.zip") if name in left), "")
        left.pop(place, None)
        dates = {**common, **_dates(body)}
        people = tuple(_person(one, dates) for one in _list(body.get("submitters")) if isinstance(one, _Pairs))
        entries.append(
            Entry(
                key,
                people or (Person(one_line(key)),),
                place,
                _moment(body.get("created_at"), key),
                _number(body.get("score")),
            )
        )
    entries += [
        Entry(name.removesuffix(".zip"), (Person(one_line(name)),), name) for name in sorted(left, key=_natural)
    ]
    if not entries:
        raise Problem(f"{shown(path)}: {METADATA} lists no submissions")
    remarks = (
        [f"not in {METADATA}, so counted under the names of their folders: {', '.join(map(shown, left))}"]
        if left
        else []
    )
    return Export(path, top, entries, "Gradescope's export with", remarks, archive)


def _metadata(raw: bytes) -> _Pairs:
    if len(raw) > MOST_BYTES:
        raise Problem(f"{METADATA} is larger than {MOST_BYTES >> 20} MB: this is not a list of submissions")
    try:
        told = _plain(yaml.parse(raw.decode("utf-8-sig"), Loader=_LOADER))
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        at = f":{mark.line + 1}" if mark else ""
        raise Problem(
            f"{METADATA}{at} is not YAML: {one_line(str(getattr(error, 'problem', None) or error), limit=120)}"
        ) from None
    if not isinstance(told, _Pairs):
        raise Problem(f"{METADATA}: expected a list of submissions, as in `submission_123:`")
    return told


def _plain(events: Iterator[Any]) -> Any:
    """Ruby's YAML as words, lists and pairs: no tag makes an object, a symbol loses its colon, 007 stays 007.

    Built from the flat stream of events, as loaders recurse, and libyaml's ends the process a few thousand levels down.
    What lies deeper than anything that is asked for is dropped; an alias shares what it repeats, and nobody walks it.
    """
    top: list[Any] = []
    stack: list[list[Any]] = [top]
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
            continue
        if isinstance(event, yaml.ScalarEvent):
            node: Any = event.value.removeprefix(":")
        elif isinstance(event, yaml.AliasEvent):
            node = anchors.get(event.anchor or "")
        elif isinstance(event, yaml.CollectionStartEvent):
            node = _Pairs() if isinstance(event, yaml.MappingStartEvent) else []
        else:
            continue
        if getattr(event, "anchor", None) and not isinstance(event, yaml.AliasEvent):
            anchors[event.anchor] = node
        if len(stack) < KEPT_LEVELS:
            stack[-1].append(node)
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append(node)
            if len(stack) > MOST_LEVELS:  # libyaml's time grows with the square of the depth
                raise ValueError(f"it is nested more than {MOST_LEVELS} levels deep")
    return top[0] if top else None


class _Pairs(list[Any]):
    """A mapping as it is read: key, value, key, value …"""

    def get(self, wanted: str) -> Any:
        return next((value for key, value in self.items() if key == wanted), None)

    def items(self) -> Iterator[tuple[str, Any]]:
        return ((key, value) for key, value in zip(self[::2], self[1::2], strict=False) if isinstance(key, str))


def _person(one: _Pairs, common: dict[str, str | None]) -> Person:
    dates = {**common, **_dates(one)}
    name, email, sid = (_word(one.get(key)) for key in ("name", "email", "sid"))
    section = _word(one.get("section") or one.get("sections"))
    return Person(
        name or email or sid or "(no name)", email, sid, section, dates.get("due_date"), dates.get("late_due_date")
    )


def _word(value: Any) -> str:
    """A word, or the first few of a list of words; nothing for whatever else stands there."""
    words = value if isinstance(value, list) and not isinstance(value, _Pairs) else [value]
    return one_line(", ".join(word for word in words[:10] if isinstance(word, str)))


def _dates(told: _Pairs) -> dict[str, str | None]:
    inside = told.get("assignment")
    found: dict[str, str | None] = {}
    for place in (told, inside):
        for key in ("due_date", "late_due_date"):
            if isinstance(place, _Pairs) and place.get(key):
                found[key] = _moment(place.get(key), key)
    return found


def _moment(text: Any, key: str) -> str | None:
    if isinstance(text, _Pairs):  # Ruby's time that knows its zone
        text = text.get("utc") or text.get("time")
    try:
        return moment(text, timezone.utc).isoformat() if isinstance(text, str) and text else None
    except ValueError:
        raise Problem(f"{METADATA}: {shown(key)}: {shown(text)} is not a time") from None


def _number(text: Any) -> float | None:
    try:
        return float(text) if isinstance(text, str) and abs(float(text)) < 1e9 else None
    except ValueError:
        return None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _natural(name: str) -> list[Any]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in re.split(r"(\d+)", name)]


def _ignored(name: str) -> bool:
    return name.startswith(".") or name in containers.JUNK


def _take(path: Path, rubric: Rubric) -> Submission:
    """Some platforms put each upload into a folder of its own: a folder with one zip and nothing else is that zip."""
    if path.is_symlink():
        raise IntakeError(f"{shown(path.name)} is a symbolic link: put the submission itself there")
    inside = [one for one in path.iterdir() if not _ignored(one.name)] if path.is_dir() else []
    only = inside[0] if len(inside) == 1 and inside[0].suffix.lower() == ".zip" and not inside[0].is_symlink() else path
    return submission.take(only, rubric)


# --- a zip --------------------------------------------------------------------------------------------------


def _members(archive: zipfile.ZipFile) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """The members with a sane name; one that leads out of the export is passed over."""
    if len(archive.infolist()) > MOST_MEMBERS:
        raise Problem(f"the export holds {len(archive.infolist())} files: this is not a class")
    for info in archive.infolist():
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if (
            path.parts
            and not path.is_absolute()
            and not {"..", ""} & set(path.parts)
            and "\0" not in info.orig_filename
        ):
            yield path.as_posix() + "/" * info.is_dir(), info


def _holds_folders(names: Sequence[str], only: str) -> bool:
    """Whether a zip's one folder is a folder of submissions, as when somebody zips one."""
    depths = [
        len(PurePosixPath(name).parts) for name in names if name.startswith(f"{only}/") and not name.endswith("/")
    ]
    return any(depth > 2 for depth in depths) or any(name.lower().endswith(".zip") for name in names)


def _unpacked(archive: zipfile.ZipFile, place: PurePosixPath, folder: Path, rubric: Rubric) -> Path:
    """One submission, a little more than its limits at most, so that intake sees that there is too much."""
    target, count = folder / (place.name if place.suffix.lower() == ".zip" else "submission"), 0
    for name, info in _members(archive):
        path = PurePosixPath(name)
        if info.is_dir() or not (path == place or place in path.parents) or count > rubric.limits.files_count:
            continue
        inner = path.relative_to(place)
        if len(inner.parts) > containers.DEPTH_LIMIT or stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
            continue
        most = containers.ARCHIVE_LIMIT if name.lower().endswith(".zip") else rubric.limits.files_kb * 1024 + 1
        into = target / inner if inner.parts else target
        try:
            into.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(info) as source, into.open("xb") as sink:
                sink.write(source.read(most))
            count += 1
        except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError):
            continue  # damaged, protected or there twice: intake says that the file is missing
    target.mkdir(exist_ok=True) if not target.exists() else None
    return target
