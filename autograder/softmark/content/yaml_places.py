"""Reads YAML in which every value remembers its line and column, so that a mistake can be shown where it is.

The dialect is the plain part of YAML: `true` and `false` are the only truth values (so `mode: off` is the
word "off"), numbers are decimal, dates are text, and there are no tags and no aliases.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

Where = tuple[str | int, ...]
"""The way to a value: keys and list positions, from the top."""

SIZE_LIMIT = 256 * 1024
DEPTH_LIMIT = 20


@dataclass(frozen=True)
class Problem:
    """One mistake in a file: where it is, and one sentence about it."""

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        """The form that editors and terminals turn into a link."""
        place = f"{self.file}:{self.line}:{self.column}: "
        return place + (f"{self.path}: " if self.path else "") + self.message


@dataclass
class Located:
    """A document: plain values, and for each way through them the place of its key and of its value."""

    file: str
    data: Any = None
    values: dict[Where, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Where, tuple[int, int]] = field(default_factory=dict)
    written: dict[Where, str] = field(default_factory=dict)
    """Scalars as they stand in the file: 1.10 is still "1.10" here."""
    problems: list[Problem] = field(default_factory=list)
    unnamed: list[tuple[Where, tuple[int, int], str]] = field(default_factory=list)
    """Mistakes met while reading: they get their names once the whole document is there."""

    def problem(self, where: Where, message: str, *, at_key: bool = False) -> None:
        """Note a mistake at `where`, or at the nearest enclosing value that exists."""
        place = self.keys.get(where) if at_key else None
        outer = where
        while place is None:
            place = self.values.get(outer) if outer else self.values.get((), (1, 1))
            outer = outer[:-1]
        self.problems.append(Problem(self.file, *place, self.name(where), message))

    def name(self, where: Where) -> str:
        """`items[1.2].points`: list entries that have an id are called by it."""
        text, value = "", self.data
        for step in where:
            value = _step(value, step)
            if isinstance(step, int):
                ident = value.get("id") if isinstance(value, dict) else None
                text += f"[{shown(ident)}]" if isinstance(ident, str) else f"[#{step + 1}]"
            else:
                text += f".{shown(step)}" if text else shown(step)
        return text


def shown(value: object, limit: int = 60) -> str:
    """A value as one short line of visible characters."""
    text = value if isinstance(value, str) else str(value)
    text = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"').encode("utf-8", "replace").decode()
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def read(path: Path) -> Located:
    """Read a file; whatever is wrong with it is in `.problems`, and nothing is raised."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        return _failed(str(path), f"cannot be read: {(error.strerror or 'unknown reason').lower()}")
    if len(raw) > SIZE_LIMIT:
        return _failed(str(path), f"is larger than {SIZE_LIMIT // 1024} KB: this is not a file for people to edit")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return _failed(str(path), "is not UTF-8 text: save it as UTF-8", line)
    return parse(text, str(path))


def parse(text: str, file: str) -> Located:
    """The same for text that is already in memory."""
    found = Located(file)
    try:
        events, surprises = _events(text)
        for place, message in surprises:
            _note(found, place, message)
        if found.problems:
            return found
        node = _Composer(events).get_single_node()
    except yaml.reader.ReaderError as error:
        line, column = _line_and_column(text, error.position)
        message = f"holds the character U+{int(error.character):04X}, which YAML does not allow"
        return _failed(file, message, line, column)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if slip := _slip(text.splitlines(), line):
            return _failed(file, slip[1], slip[0])
        return _failed(file, _syntax_sentence(error, text, line), line, column)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        return _failed(file, f"is not YAML: {shown(error)}")
    if node is None:
        return _failed(file, "is empty")
    found.data = _plain(node, (), found)
    found.problems += [Problem(file, *place, found.name(where), text) for where, place, text in found.unnamed]
    return found


class _Composer(yaml.composer.Composer, yaml.resolver.Resolver):
    """Makes nodes of events that are there already: reading the text is what takes time.

    Reads words as words: only what people mean as a number or a truth value becomes one.
    """

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 (pyyaml's own)

    def __init__(self, events: Sequence[yaml.Event]) -> None:
        yaml.composer.Composer.__init__(self)
        yaml.resolver.Resolver.__init__(self)
        self._events = iter(events)
        self.current_event = next(self._events, None)

    def check_event(self, *kinds: type[yaml.Event]) -> bool:
        return self.current_event is not None and (not kinds or isinstance(self.current_event, kinds))

    def peek_event(self) -> yaml.Event | None:
        return self.current_event

    def get_event(self) -> yaml.Event | None:
        event, self.current_event = self.current_event, next(self._events, None)
        return event


_PREFIX = "tag:yaml.org,2002:"
_FLOAT = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
for _kind, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", _FLOAT, "-+.0123456789"),
    ("null", r"~|null|Null|NULL|", "~nN"),
):
    _starts: list[str] = [*_first, ""] if _kind == "null" else list(_first)
    _Composer.add_implicit_resolver(_PREFIX + _kind, re.compile(rf"^(?:{_pattern})$"), _starts)


Surprise = tuple[tuple[int, int], str]
"""A place, and a sentence about it."""


# libyaml takes these where the reader in Python does not; a rubric must mean the same on every machine
_READ_TWO_WAYS = re.compile(r"\t|\ufeff|\?(?! *$)", re.MULTILINE)


@lru_cache(maxsize=16)  # one command reads a rubric several times
def _events(text: str) -> tuple[tuple[yaml.Event, ...], tuple[Surprise, ...]]:
    """What libyaml reads in 2 ms takes 50 in Python. Python's words about a mistake are the ones we know."""
    quick = getattr(yaml, "CSafeLoader", None)
    if quick is not None and not _READ_TWO_WAYS.search(text):
        try:
            events, surprises = _flat(text, quick)
            if all(event.value or event.style for event in events if isinstance(event, yaml.ScalarEvent)):
                return events, surprises  # where nothing stands, libyaml names the place of what comes next
        except (yaml.YAMLError, ValueError):
            pass
    return _flat(text, yaml.SafeLoader)


def _flat(text: str, loader: Any) -> tuple[tuple[yaml.Event, ...], tuple[Surprise, ...]]:
    """Tags, aliases and depth are refused while they are still a flat stream: nothing can have grown yet."""
    events: list[yaml.Event] = []
    surprises: list[Surprise] = []
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        place = (event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.AliasEvent):
            surprises.append((place, f"the alias *{shown(event.anchor)} is not allowed here: write the value out"))
        tag = getattr(event, "tag", None)
        if tag is not None:
            short = shown(tag.replace(_PREFIX, "!!", 1))
            surprises.append((place, f"the tag {short} is not allowed here: write a plain value"))
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEPTH_LIMIT:
            surprises.append((place, f"is nested more than {DEPTH_LIMIT} levels deep"))
            break
        events.append(event)
    return tuple(events), tuple(surprises)


def _plain(node: yaml.Node, where: Where, found: Located) -> Any:
    """The node's value; its places go into `found`."""
    found.values[where] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        return dict(_pairs(node, where, found))
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, (*where, i), found) for i, child in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode)  # there is no fourth kind
    found.written[where] = node.value
    return _scalar(node, where, found)


def _pairs(node: yaml.MappingNode, where: Where, found: Located) -> Iterator[tuple[str, Any]]:
    first_line: dict[str, int] = {}
    for key_node, value_node in node.value:
        place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key_node, yaml.ScalarNode):
            _note(found, place, "a key must be a word")
            continue
        key = key_node.value
        inner = (*where, key)
        if key in first_line:
            text = f"is given twice: the first one is on line {first_line[key]}"
            found.unnamed.append((inner, place, text))
            continue
        first_line[key] = place[0]
        found.keys[inner] = place
        yield key, _plain(value_node, inner, found)


def _scalar(node: yaml.ScalarNode, where: Where, found: Located) -> Any:
    text, kind = node.value, node.tag.replace(_PREFIX, "", 1)
    place = (node.start_mark.line + 1, node.start_mark.column + 1)
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() == "true"
    if kind in ("int", "float") and len(text) > 40:
        found.unnamed.append((where, place, "is too long for a number"))
        return 0
    if kind == "int":
        return int(text)
    if kind == "float":
        word = text.lower().lstrip("+-")
        if word in (".inf", ".nan"):
            return math.nan if word == ".nan" else math.copysign(math.inf, -1 if text[0] == "-" else 1)
        return float(text)
    if any(not c.isprintable() and c not in "\n\t" for c in text):
        found.unnamed.append((where, place, "holds characters that cannot be seen"))
    return text


_EMPTY = re.compile(r"\s*(?:- )?([\w-]+): *(\{ *\}|\[ *\]) *(?:#.*)?")
_QUOTED = re.compile(r"""(?<![\w"'])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""")
_OPENED = re.compile(r"""(?:^|[:,\[{-]) *(["'])""")


def _slip(source: list[str], line: int) -> tuple[int, str] | None:
    """Two slips that a reader of YAML notices only lines later: where they are, and a sentence about each."""
    above = [(number, text) for number, text in enumerate(source[: line - 1], 1) if not _is_comment(text)]
    if above and (empty := _EMPTY.fullmatch(above[-1][1])):
        key, value = empty.groups()
        return above[-1][0], f"{key} has a value here already, {value}: delete the {value} to give it the lines below"
    for number, text in [*above, (line, source[line - 1] if line <= len(source) else "")]:
        if _OPENED.search(_QUOTED.sub("", text).partition(" #")[0]):
            return number, "a quote is opened on this line and not closed on it"
    return None


def _is_comment(text: str) -> bool:
    return not text.strip() or text.lstrip().startswith("#")


def _syntax_sentence(error: yaml.MarkedYAMLError, text: str, line: int) -> str:
    source = text.splitlines()
    here = source[line - 1] if line <= len(source) else ""
    indent = here[: len(here) - len(here.lstrip())]
    if "\t" in indent or "'\\t'" in (error.problem or ""):
        return "a tab: YAML is indented with spaces only"
    about = " ".join(part for part in (error.problem, error.context) if part)
    return f"is not YAML: {shown(about, 160)}"


def _failed(file: str, message: str, line: int = 1, column: int = 1) -> Located:
    return Located(file, problems=[Problem(file, line, column, "", message)])


def _note(found: Located, place: tuple[int, int], message: str) -> None:
    found.problems.append(Problem(found.file, *place, "", message))


def _step(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
