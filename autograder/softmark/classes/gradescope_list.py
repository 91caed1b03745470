"""Reads `submission_metadata.yml`, the list in a Gradescope export: who handed in what, when, with what score before.

Due dates are taken where they are: beside the submissions or in one (the assignment's), with a submitter (their own),
in the names that the platform's submission_metadata.json has for them.

It was written by Ruby: keys are symbols (`:submitters`), and there may be tags such as `!ruby/object`. Nothing of that
is ever made into an object: the file is read as a flat stream of events, what lies deeper than anything that is asked
for is dropped on the way, and only the places that are named here are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timezone
from pathlib import Path
from typing import IO, Any

import yaml

from ..content import dates
from ..content.yaml_places import shown
from ..files.clean_texts import writable
from .entries import Attempt, Entry, Person, PlatformRecord

METADATA = "submission_metadata.yml"
MOST_BYTES = 256 * 1024 * 1024
KEPT_LEVELS = 9
"""How deep the deepest thing lies that is looked at: in the results of an earlier attempt, what counted."""
LONG = ("tests", "output", "items")
"""Parts of results that are long and that nobody asks for; an export has them for every attempt."""
MOST_LEVELS = 100
MOST_PLACES = 5_000_000
"""A class of ten thousand has a fifth of that. Aliases in aliases make more of a few lines than any memory holds."""
MOST_LETTERS = 200
DATES = ("due_date", "late_due_date")

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where it is there: ten times as fast, and an export with all its results is long."""


class ExportError(Exception):
    """The whole export cannot be read; one sentence for whoever gave it."""


@dataclass
class _Node:
    """One place of the file: a word, a list, or pairs of key and value."""

    line: int
    tag: str = ""
    """Ruby's, where it left one."""
    word: str | None = None
    """Of a scalar, as it stands there; None for null and for the other kinds."""
    parts: list[_Node] | None = None
    """Of a list; of a mapping keys and values by turns. None for a scalar."""
    mapping: bool = False
    count: int = 1
    """Places in it, those that aliases repeat included; 0 while it is being read."""

    @property
    def says(self) -> str:
        return f" (it is {shown(self.tag)})" if self.tag.startswith("!") else ""


def read(stream: IO[bytes], file: Path) -> dict[str, Entry]:
    """Folder name → entry, in the file's order; the entries' paths are still to be filled in."""
    raw = at_most(stream, MOST_BYTES)
    if raw is None:
        raise ExportError(f"{said(file)} is larger than {MOST_BYTES // 1024**2} MB: this is not a list of submissions")
    node = _tree(raw, file)
    if not node.mapping:
        raise _problem(file, node, "expected a list of submissions, as in `submission_123:`")
    found: dict[str, Entry] = {}
    pairs = list(_pairs(node, file))
    beside = {key.removeprefix(":"): body for key, body in pairs if _is_about_dates(key, body)}
    due, late_due = _dates(beside, file)
    for key, body in pairs:
        if _is_about_dates(key, body):
            continue
        if key in ("", ".", "..") or any(sign in key for sign in "/\\\0"):
            raise _problem(file, body, f"{shown(key)} is not the name of a submission's folder")
        if key in found:
            raise _problem(file, body, f"{shown(key)} is given twice")
        entry = _entry(key, body, file)
        found[key] = entry if entry.due else replace(entry, due=due, late_due=entry.late_due or late_due)
    return found


def at_most(stream: IO[bytes], most: int) -> bytes | None:
    """Everything, or None if that is more than `most` bytes; memory is taken only for what is there."""
    data = bytearray()
    while chunk := stream.read(1 << 20):
        data += chunk
        if len(data) > most:
            return None
    return bytes(data)


def moment(text: str) -> str:
    """A time as ISO 8601 with its offset; empty if it is none. Without an offset it is UTC, as in YAML."""
    try:
        return dates.moment(text, timezone.utc).isoformat()
    except ValueError:
        return ""


def word(text: str) -> str:
    """A name as it was given, on one line; it is data, and whoever shows it makes it harmless."""
    return writable(" ".join(text.split()))[:MOST_LETTERS]


def said(path: Path) -> str:
    """A path in a sentence."""
    return shown(path, 300)


# --- from bytes to a tree -----------------------------------------------------------------------------------


def _tree(raw: bytes, file: Path) -> _Node:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ExportError(f"{said(file)}:{line}: is not UTF-8 text: download the export again") from None
    grown = _Growing()
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            grown.add(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        about = shown(" ".join(part for part in (error.problem, error.context) if part), 160)
        raise ExportError(f"{said(file)}:{line}: is not YAML: {about}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = text[: getattr(error, "position", 0)].count("\n") + 1
        raise ExportError(f"{said(file)}:{line}: is not YAML: {shown(error, 160)}") from None
    return grown.top


@dataclass
class _Growing:
    """Builds the tree from events without recursion; below `KEPT_LEVELS` nothing is kept."""

    top: _Node = field(default_factory=lambda: _Node(1))
    open: list[_Node] = field(default_factory=list)
    anchors: dict[str, _Node] = field(default_factory=dict)

    def add(self, event: Any) -> None:
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.ScalarEvent):
            null = event.implicit[0] and event.value in ("", "~", "null", "Null", "NULL")
            self._put(_Node(line, event.tag or "", None if null else event.value), event.anchor)
        elif isinstance(event, yaml.CollectionStartEvent):
            node = _Node(line, event.tag or "", parts=[], mapping=isinstance(event, yaml.MappingStartEvent))
            node.count = 0
            self._put(node, event.anchor)
            self.open.append(node)
            if len(self.open) > MOST_LEVELS:
                raise _refused(f"it is nested more than {MOST_LEVELS} levels deep", event)
        elif isinstance(event, yaml.CollectionEndEvent):
            node = self.open.pop()
            node.count = 1 + sum(part.count for part in node.parts or ())
            if node.count > MOST_PLACES:
                raise _refused(f"it repeats itself in aliases more than {MOST_PLACES:,} times", event)
        elif isinstance(event, yaml.AliasEvent):
            node = self.anchors.get(event.anchor or "", _Node(line))
            if not node.count:
                raise _refused("an alias stands inside what it repeats", event)
            self._put(node, None)

    def _put(self, node: _Node, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = node
        if not self.open:
            self.top = node
        elif len(self.open) < KEPT_LEVELS:
            parts = self.open[-1].parts
            assert parts is not None
            parts.append(_Node(node.line) if self._is_long() else node)

    def _is_long(self) -> bool:
        """Whether what comes next belongs to a key below a submission that only costs memory."""
        holder = self.open[-1]
        parts = holder.parts or []
        is_value = holder.mapping and len(parts) % 2 == 1
        return is_value and len(self.open) > 2 and (parts[-1].word or "").removeprefix(":") in LONG


def _refused(problem: str, event: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)


# --- from the tree to entries -------------------------------------------------------------------------------


def _entry(key: str, node: _Node, file: Path) -> Entry:
    fields = _fields(node, file, f"{shown(key)}: expected its submitters and times")
    people = tuple(_person(submitter, file) for submitter in _items(fields.get("submitters"), file, "submitters"))
    due, late_due = _dates(fields, file)
    return Entry(
        id=key,
        people=people or (Person(word(key)),),
        path=Path(),
        created_at=_moment(fields.get("created_at"), file),
        platform_score=_number(fields.get("score")),
        history=tuple(_attempt(attempt, file) for attempt in _items(fields.get("history"), file, "history")),
        history_told="history" in fields,
        due=due,
        late_due=late_due,
        recorded=_recorded(fields.get("results"), file),
    )


def _recorded(node: _Node | None, file: Path) -> PlatformRecord | None:
    """What a results.json of ours said there; None for the results of another grader, and where there are none."""
    found = _Inside(node, file)
    ours = found.at("extra_data", "softmark")
    counted = ours.at("counted")
    if counted.number("score") is None:
        return None
    late = ours.at("late").number("deduction") or 0.0
    decided = {word(name): _number(node) for name, node in ours.at("decided").pairs()}
    return PlatformRecord(
        found.number("score"), counted.number("earned"), late, word(ours.text("autograder")), decided,
        refused=ours.text("status") == "refused", complete=ours.text("after_deadline") != "false",
    )  # fmt: skip


@dataclass(frozen=True)
class _Inside:
    """A place in a document that somebody else wrote: whatever is not there is nothing."""

    node: _Node | None
    file: Path

    def at(self, *steps: str) -> _Inside:
        node = self.node
        for step in steps:
            node = _fields(node, self.file, "").get(step) if node is not None and node.mapping else None
        return _Inside(node, self.file)

    def pairs(self) -> list[tuple[str, _Node]]:
        return list(_pairs(self.node, self.file)) if self.node is not None and self.node.mapping else []

    def number(self, name: str) -> float | None:
        return _number(self.at(name).node)

    def text(self, name: str) -> str:
        return _text(self.at(name).node)


def _person(node: _Node, file: Path) -> Person:
    fields = _fields(node, file, "expected a submitter with :name, :sid and :email")
    marks = {name: word(_text(fields.get(name))) for name in ("name", "email", "sid")}
    section = word(_text(fields.get("section")) or _text(fields.get("sections")))
    name = marks["name"] or marks["email"] or marks["sid"] or "(no name)"
    return Person(name, marks["email"], marks["sid"], section, *_dates(fields, file))


def _is_about_dates(key: str, node: _Node) -> bool:
    """Whether an entry stands beside the submissions and only tells dates."""
    name, inside = key.removeprefix(":"), [(part.word or "").removeprefix(":") for part in (node.parts or [])[::2]]
    return name in DATES or (name == "assignment" and node.mapping and "submitters" not in inside)


def _dates(fields: dict[str, _Node], file: Path) -> tuple[str, str]:
    """Due date and late due date, here or one step down in `assignment`; each empty if it is not told."""
    inside = fields.get("assignment")
    dates = {**fields, **_fields(inside, file, "")} if inside is not None and inside.mapping else fields
    due, late_due = (_moment(dates.get(name), file) for name in DATES)
    return due, late_due


def _attempt(node: _Node, file: Path) -> Attempt:
    fields = _fields(node, file, "expected an earlier submission with :created_at and :score")
    failed = _text(fields.get("autograder_error")) == "true"
    score = None if failed else _number(fields.get("score"))
    return Attempt(_moment(fields.get("created_at"), file), score, _recorded(fields.get("results"), file))


def _fields(node: _Node, file: Path, expected: str) -> dict[str, _Node]:
    """A mapping's fields by their names without the colon. Ruby's own hashes are mappings with a tag."""
    if not node.mapping:
        raise _problem(file, node, expected + node.says)
    return {name.removeprefix(":"): value for name, value in _pairs(node, file)}


def _pairs(node: _Node, file: Path) -> Iterator[tuple[str, _Node]]:
    parts = node.parts or []
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        if key.parts is not None:
            raise _problem(file, key, "a key must be a word")
        yield key.word or "", value


def _items(node: _Node | None, file: Path, what: str) -> list[_Node]:
    if node is None or (node.parts is None and node.word is None):
        return []
    if node.parts is None or node.mapping:
        raise _problem(file, node, f":{what} must be a list{node.says}")
    return node.parts


def _text(node: _Node | None) -> str:
    """A word as it stands there: student number 007 stays 007. Of a list of words, all of them."""
    if node is None or node.mapping:
        return ""
    return ", ".join(part.word or "" for part in node.parts[:10]) if node.parts is not None else node.word or ""


def _number(node: _Node | None) -> float | None:
    try:
        number = float(_text(node))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _moment(node: _Node | None, file: Path) -> str:
    """A time as text, as a YAML timestamp, or as the object of Ruby's that knows its zone."""
    if node is not None and node.mapping:
        parts = _fields(node, file, "")
        node = parts.get("utc") or parts.get("time")
    text = _text(node)
    found = moment(text)
    if text and not found and node is not None:
        raise _problem(file, node, f"{shown(text)} is not a time, as in 2026-10-01 12:00:00 -04:00")
    return found


def _problem(file: Path, node: _Node, message: str) -> ExportError:
    return ExportError(f"{said(file)}:{node.line}: {message}")
