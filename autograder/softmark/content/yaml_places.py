"""Reads YAML so that a mistake can be shown where it is, by line and column.

Every scalar is text here, and nothing where it is empty: whoever reads a value knows whether it is a number. So
`mode: off` is the word "off", and 1.10 is still "1.10".
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..files.problem import Problem

Where = tuple[str | int, ...]
"""The way to a value: keys and list positions, from the top."""


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


class RubricError(Problem):
    """The rubric cannot be used; one line for each reason."""

    def __init__(self, problems: Iterable[Mistake]) -> None:
        self.problems = sorted(problems, key=lambda each: (each.line, each.column))
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True)
class Document:
    """One file, as plain values and as YAML's own nodes, which know where they begin."""

    data: Any
    node: yaml.Node

    def mistake(self, where: Where, said: str, *, at_key: bool = False) -> Mistake:
        """A sentence about the value there, or about the nearest enclosing one that exists."""
        key = value = self.node
        for step in where:
            if (found := _below(value, step)) is None:
                break
            key, value = found
        return _at((key if at_key else value).start_mark, said, self._name(where))

    def _name(self, where: Where) -> str:
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


def read(path: Path) -> Document:
    """What a file says; RubricError where it is no YAML."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n")
        raise _unreadable(path, "is not UTF-8 text: save it as UTF-8", line) from None


def mistakes(path: Path, said: Iterable[tuple[Where, str]]) -> list[Mistake]:
    """Each of these sentences at its place in a file."""
    document = read(path)
    return [document.mistake(where, sentence) for where, sentence in said]


def parse(text: str, file: str) -> Document:
    """The same for text that is already in memory."""
    try:
        reader = _Reader(text)
        reader.name = file  # of every mark
        node = reader.get_single_node()
        if node is None:
            raise _unreadable(file, "is empty")
        return Document(reader.construct_document(node), node)
    except yaml.MarkedYAMLError as error:
        raise RubricError([_syntax_mistake(error)]) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise _unreadable(file, f"is not YAML: {shown(error, 160)}") from None


class _Reader(yaml.BaseLoader):
    """No key twice, and nothing for an empty value."""

    def construct_scalar(self, node: yaml.ScalarNode) -> Any:
        empty = node.style is None and node.value in ("", "~", "null")
        return None if empty else super().construct_scalar(node)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        first: dict[str, yaml.Node] = {}
        for key, _ in node.value:
            if (before := first.setdefault(str(key.value), key)) is not key:
                said = f"{shown(key.value)} is given twice: the first one is on line {before.start_mark.line + 1}"
                raise RubricError([_at(key.start_mark, said)])
        return {str(key): value for key, value in super().construct_mapping(node, deep).items()}


def _syntax_mistake(error: yaml.MarkedYAMLError) -> Mistake:
    """In YAML's own words, and where that began of which something is wrong."""
    mark: Any = error.problem_mark or error.context_mark
    said = "is not YAML: " + " ".join(part for part in (error.problem, error.context) if part)
    if error.context and error.context_mark and error.context_mark.line < mark.line:
        said += f" that begins on line {error.context_mark.line + 1}"
    if "'\\t'" in (error.problem or ""):
        said = "a tab: YAML is indented with spaces only"
    return _at(mark, said)


def _at(mark: Any, said: str, path: str = "") -> Mistake:
    return Mistake(mark.name, mark.line + 1, mark.column + 1, path, said)


def _unreadable(file: Path | str, said: str, line: int = 0) -> RubricError:
    return RubricError([Mistake(str(file), line + 1, 1, "", said)])


def _below(node: yaml.Node, step: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    """The key and the value one step further down."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step], node.value[step]
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return next(((key, value) for key, value in pairs if key.value == step), None)


def _step(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None
