"""Reads YAML in which every value remembers its line and column, so that a mistake can be shown where it is.

`true` and `false` are the only truth values (so `mode: off` is the word "off"), numbers are decimal, dates are text,
there are no aliases, and no tag makes an object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Where = tuple[str | int, ...]
"""The way to a value: keys and list positions, from the top."""

SIZE_LIMIT = 256 * 1024
DEPTH_LIMIT = 20


@dataclass(frozen=True)
class Mistake:
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
    problems: list[tuple[Where, tuple[int, int], str]] = field(default_factory=list)
    """They get their names once the whole document is there."""

    @property
    def mistakes(self) -> list[Mistake]:
        return [Mistake(self.file, *place, self.name(where), said) for where, place, said in self.problems]

    def problem(self, where: Where, message: str, *, at_key: bool = False) -> None:
        """Note a mistake at `where`, or at the nearest enclosing value that exists."""
        place = self.keys.get(where) if at_key else None
        outer = where
        while place is None:
            place = self.values.get(outer) if outer else self.values.get((), (1, 1))
            outer = outer[:-1]
        self.problems.append((where, place, message))

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


def mistakes(path: Path, said: Iterable[tuple[Where, str]]) -> list[Mistake]:
    """Each of these sentences at its place in a file that has been read before without a mistake."""
    found = read(path)
    found.problems.clear()
    for where, sentence in said:
        found.problem(where, sentence)
    return found.mistakes


def parse(text: str, file: str) -> Located:
    """The same for text that is already in memory."""
    found = Located(file)
    try:
        node = yaml.compose(text, Loader=_Reader)
        if node is None:
            return _failed(file, "is empty")
        found.data = _plain(node, (), found)
    except yaml.MarkedYAMLError as error:
        return _failed(file, *_syntax_mistake(error, text))
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        return _failed(file, f"is not YAML: {shown(error)}")
    return found


class _Reader(yaml.SafeLoader):
    """Reads words as words: only what people mean as a number or a truth value becomes one. What can grow is refused
    while it is still small.
    """

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 (pyyaml's own)

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # pyyaml's stubs leave it out
        said = f"is nested more than {DEPTH_LIMIT} levels deep" if self.depth == DEPTH_LIMIT else ""
        if type(event) is yaml.AliasEvent:
            said = f"the alias *{shown(event.anchor)} is not allowed here: write the value out"
        if said:
            raise _Refused(problem=said, problem_mark=event.start_mark)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


class _Refused(yaml.MarkedYAMLError):
    """What YAML allows and a file for people does not need."""


_PREFIX = "tag:yaml.org,2002:"
_FLOAT = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
for _kind, _pattern in (
    ("bool", r"true|True|TRUE|false|False|FALSE"),
    ("int", r"[-+]?[0-9]+"),
    ("float", _FLOAT),
    ("null", r"~|null|Null|NULL|"),
):
    _Reader.add_implicit_resolver(_PREFIX + _kind, re.compile(rf"^(?:{_pattern})$"), None)


def _plain(node: yaml.Node, where: Where, found: Located) -> Any:
    """The node's value; its places go into `found`."""
    found.values[where] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        return dict(_pairs(node, where, found))
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, (*where, i), found) for i, child in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode)  # there is no fourth kind
    found.written[where] = node.value
    return _scalar(node)


def _pairs(node: yaml.MappingNode, where: Where, found: Located) -> Iterator[tuple[str, Any]]:
    first_line: dict[str, int] = {}
    for key_node, value_node in node.value:
        place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key_node, yaml.ScalarNode):
            found.problems.append(((), place, "a key must be a word"))
            continue
        key = key_node.value
        inner = (*where, key)
        if key in first_line:
            found.problems.append((inner, place, f"is given twice: the first one is on line {first_line[key]}"))
            continue
        first_line[key] = place[0]
        found.keys[inner] = place
        yield key, _plain(value_node, inner, found)


def _scalar(node: yaml.ScalarNode) -> Any:
    text, kind = node.value, node.tag.replace(_PREFIX, "", 1)
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() == "true"
    if kind == "int" and len(text) < 40:
        return int(text)
    if kind in ("int", "float"):
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
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


def _syntax_mistake(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int, int]:
    """A sentence, and the line and the column that it is about."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if isinstance(error, _Refused):
        return str(error.problem), line, column
    source = text.splitlines()
    if slip := _slip(source, line):
        return slip[1], slip[0], 1
    here = source[line - 1] if line <= len(source) else ""
    if "\t" in here[: len(here) - len(here.lstrip())] or "'\\t'" in (error.problem or ""):
        return "a tab: YAML is indented with spaces only", line, column
    about = " ".join(part for part in (error.problem, error.context) if part)
    return f"is not YAML: {shown(about, 160)}", line, column


def _failed(file: str, message: str, line: int = 1, column: int = 1) -> Located:
    return Located(file, problems=[((), (line, column), message)])


def _step(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None
