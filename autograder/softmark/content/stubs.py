"""Cuts the solutions out of the reference: the stubs that students get.

A region stands in a function of the reference:

    # BEGIN SOLUTION 1.2 (about two lines)
    scores = q @ k.transpose(-2, -1)
    return scores / math.sqrt(q.shape[-1])
    # END SOLUTION

and becomes, at the same indentation:

    # TODO 1.2 (about two lines)
    raise NotImplementedError("Task 1.2: attention_scores is not written yet")

Only real comments count as markers: the same words in a docstring are just words.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..files.problem import Problem

_BEGIN = re.compile(r"# BEGIN SOLUTION (?P<id>[0-9A-Za-z.]+)(?: (?P<hint>\(.+\)))?")
_END = "# END SOLUTION"
_LIKE_A_MARKER = re.compile(r"#+\s*(begin|end)\W*solution", re.IGNORECASE)


class StubError(Problem):
    """A marker or region that cannot be cut; says where."""

    def __init__(self, file: str, line: int, message: str) -> None:
        self.file, self.line, self.message = file, line, message
        super().__init__(f"{file}:{line}: {message}")


@dataclass(frozen=True)
class Region:
    """One solution region; lines count from 1, and both markers belong to it."""

    id: str
    hint: str
    """What follows the id: "(about two lines)"."""
    begin: int
    end: int


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class _Place:
    """Where in the code a region is."""

    region: Region
    home: tuple[Definition, ...]
    """The definitions around it, from the outside to the function that is to be written."""
    indent: str

    @property
    def name(self) -> str:
        """MultiHeadAttention.forward"""
        return ".".join(definition.name for definition in self.home)


@dataclass(frozen=True)
class Edit:
    """Lines `first` to `last` become `lines`."""

    first: int
    last: int
    lines: tuple[str, ...] = ()


def cut(source: str, filename: str, modes: Mapping[str, str] | None = None) -> str:
    """The stub for one file of the reference.

    `modes` maps task ids to task (cut it), given (keep the answer, drop the markers) or off (remove the function;
    a class goes when all its tasks are off, and so do imports that only removed code needed). Without `modes`
    every region is cut.
    """
    places = _places(source, filename)
    off = [place for place in places if _mode(place, modes, filename) == "off"]
    if off:
        source = without_imports(edited(source, _removals(off, places, source, filename)), source, filename)
        places = _places(source, filename)
    edits: list[Edit] = []
    for place in places:
        region = place.region
        if _mode(place, modes, filename) == "given":
            edits += [Edit(region.begin, region.begin), Edit(region.end, region.end)]
        else:
            todo = f"# TODO {region.id} {region.hint}".rstrip()
            complaint = f'raise NotImplementedError("Task {region.id}: {place.name} is not written yet")'
            edits.append(Edit(region.begin, region.end, (place.indent + todo, place.indent + complaint)))
    return edited(source, edits).strip("\n") + "\n"


def regions(source: str, filename: str = "<source>") -> list[Region]:
    """All regions, in order."""
    found: list[Region] = []
    opened: Region | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, text = token.start[0], token.string.strip()
        if token.type != tokenize.COMMENT or not _LIKE_A_MARKER.match(text):
            continue
        begin = _BEGIN.fullmatch(text)
        if token.line[: token.start[1]].strip():
            raise StubError(filename, line, "the marker must stand on a line of its own")
        if begin:
            if opened:
                raise StubError(filename, line, f"a region begins inside the one of line {opened.begin}")
            opened = Region(begin["id"], begin["hint"] or "", line, line)
        elif text == _END:
            if not opened:
                raise StubError(filename, line, "END SOLUTION without BEGIN SOLUTION")
            found.append(Region(opened.id, opened.hint, opened.begin, line))
            opened = None
        else:
            raise StubError(filename, line, "write # BEGIN SOLUTION 1.2 (about two lines), or # END SOLUTION")
    if opened:
        raise StubError(filename, opened.begin, "BEGIN SOLUTION without END SOLUTION")
    return found


# --- finding ------------------------------------------------------------------------------------------------


def _parsed(source: str, filename: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        raise StubError(filename, error.lineno or 1, f"is not valid Python: {error.msg}") from None


def _places(source: str, filename: str) -> list[_Place]:
    tree, lines = _parsed(source, filename), source.split("\n")
    return [_place(region, tree, lines, filename) for region in regions(source, filename)]


def _place(region: Region, tree: ast.Module, lines: list[str], filename: str) -> _Place:
    """Find the function around a region, and make sure that the region holds whole statements of it."""
    nodes = list(ast.walk(tree))  # what is around something comes before it
    around = [node for node in nodes if isinstance(node, Definition) and node.lineno < region.begin <= _last(node)]
    depth = next((i for i, node in enumerate(around, 1) if not isinstance(node, ast.ClassDef)), 0)
    if not depth:
        raise StubError(filename, region.begin, "the region is not inside a function")
    held = [node for node in nodes if isinstance(node, ast.stmt) and region.begin < node.lineno < region.end]
    if not held or any(_last(node) > min(region.end, _last(around[depth - 1])) for node in held):
        raise StubError(filename, region.begin, "the region does not hold whole statements")
    first = lines[min(map(_first, held)) - 1]
    return _Place(region, tuple(around[:depth]), first[: len(first) - len(first.lstrip())])


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _mode(place: _Place, modes: Mapping[str, str] | None, filename: str) -> str:
    if modes is None:
        return "task"
    if place.region.id not in modes:
        raise StubError(filename, place.region.begin, f"there is no task {place.region.id} in the rubric")
    return modes[place.region.id]


# --- removing what is off -----------------------------------------------------------------------------------


def _removals(off: list[_Place], places: list[_Place], source: str, filename: str) -> list[Edit]:
    """One edit for each definition that goes: the function, or the outermost class with nothing left to write."""
    stays = {id(definition) for place in places if place not in off for definition in place.home}
    doomed: dict[int, tuple[ast.stmt, int]] = {}
    for place in off:
        free = [definition for definition in place.home if id(definition) not in stays]
        if not free:
            message = f"{place.region.id} is off, but {place.name} also holds another task"
            raise StubError(filename, place.region.begin, message)
        _, last = doomed.get(id(free[0]), (None, _last(free[0])))
        # the closing marker is a comment, and a function ends for Python before the comments at its end
        doomed[id(free[0])] = (free[0], max(last, place.region.end))
    lines = source.split("\n")
    return [Edit(first_attached(definition, lines), last) for definition, last in doomed.values()]


def first_attached(definition: ast.stmt, lines: list[str]) -> int:
    """Comments that touch a definition, and the blank lines before, belong to it."""
    first = _first(definition)
    while first > 1 and lines[first - 2].strip().startswith("#"):
        first -= 1
    while first > 1 and not lines[first - 2].strip():
        first -= 1
    return first


def without_imports(kept: str, original: str, filename: str) -> str:
    """Drop imported names that were used before the removal and are not used any more."""
    tree = _parsed(kept, filename)
    gone = used([_parsed(original, filename)]) - used([tree])
    edits = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            left = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) not in gone]
            if len(left) < len(node.names):
                node.names = left
                edits.append(Edit(_first(node), _last(node), (ast.unparse(node),) if left else ()))
    return edited(kept, edits)


def used(statements: Iterable[ast.AST]) -> set[str]:
    """Names that code uses, also in strings (annotations, __all__) and in doctests; prose does not count."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if id(node) in prose:
                text = "\n".join(re.findall(r"^\s*(?:>>>|\.\.\.) (.*)$", text, re.MULTILINE))
            found.update(re.findall(r"\w+", text))
    return found


# --- writing ------------------------------------------------------------------------------------------------


def edited(source: str, edits: Iterable[Edit]) -> str:
    lines = source.split("\n")
    for edit in sorted(edits, key=lambda edit: edit.first, reverse=True):
        lines[edit.first - 1 : edit.last] = edit.lines
    return "\n".join(lines)
