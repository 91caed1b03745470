"""One place of a program, changed; and the order in which such edits are tried.

An edit knows Python and nothing of the assignment. Whether it repairs anything is found by running it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, get_args

from ..questions.changes import imported_names
from ..questions.program import Program, ProgramFunction
from ..questions.source_text import SourceText

Kind = Literal[
    "axis", "number", "name", "order", "call", "comparison", "in place", "keepdim", "operator", "slice", "inserted"
]
"""What an edit is about, in the order of their rank: of two repairs, the one that stands first here was the mistake
more often."""
MOST_USES = 2
"""Lines that use a size: more would be no place to look at."""
RANK: dict[str, int] = {kind: place for place, kind in enumerate(get_args(Kind))}


@dataclass(frozen=True)
class Edit:
    kind: Kind
    file: str
    function: str
    line: int
    statement: tuple[int, int]
    """First and last line of the statement that it is in: two edits of one statement are at one place."""
    start: int
    end: int
    new: str
    expression: tuple[int, int] | None = None
    """The offsets of the smallest expression with a value that holds what is replaced; None: it is a whole step."""
    source: SourceText = field(repr=False, compare=False, default_factory=lambda: SourceText(""))
    forgotten: bool = False
    """It puts in a parameter, or something of `self`, that the function never speaks of."""

    @property
    def text(self) -> str:
        """The whole file, changed."""
        return self.source.changed(self.start, self.end, self.new)

    @property
    def lines(self) -> tuple[str, str]:
        """The place as it is and as it would be: whole lines, without their indentation."""
        before = self.source.raw_bytes
        first, last = _line_around(before, self.start, self.end)
        grown = len(self.new.encode()) - (self.end - self.start)
        after = self.source.changed(self.start, self.end, self.new).encode()
        return _joined(before[first:last]), _joined(after[first : last + grown])

    @property
    def difference(self) -> tuple[int, bytes, bytes]:
        """Where the text becomes another one, what goes and what comes: two edits with the same come to the same."""
        old, new = self.source.raw_bytes[self.start : self.end], self.new.encode()
        before = _alike(old, new)
        old, new = old[before:], new[before:]
        after = _alike(old[::-1], new[::-1])
        return self.start + before, old[: len(old) - after], new[: len(new) - after]

    @property
    def own_line(self) -> str:
        """The line as the student wrote it."""
        return self.line_as_written(self.line)

    def line_as_written(self, number: int) -> str:
        return self.source.raw_bytes.decode().split("\n")[number - 1].strip()

    @property
    def expressions(self) -> tuple[str, str]:
        """The changed expression, as it is and as it would be; of a whole step, its lines."""
        if self.expression is None:
            return self.lines
        first, last = self.expression
        old = self.source.between(first, last)
        raw = old.encode()
        new = (raw[: self.start - first] + self.new.encode() + raw[self.end - first :]).decode()
        return " ".join(old.split()), " ".join(new.split())

    @property
    def uses(self) -> list[int]:
        """Of a size that gets a name here, the lines that use it, where they are few. `m = k.shape[-2]` says of `m` no
        more than what it is: that another size is needed can be seen where it is used as well as here. None where the
        name may stand for something else there."""
        within = [node for node in ast.walk(ast.parse(self.source.raw_bytes)) if isinstance(node, ast.FunctionDef)]
        within = [node for node in within if node.lineno <= self.line <= (node.end_lineno or 0)]
        nodes = list(ast.walk(within[-1])) if within else []  # those inside others come later
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=size) if node.lineno == self.line and _is_one(size):
                    named = [part for part in nodes if isinstance(part, ast.Name) and part.id == name]
                    bound = [part for part in named if not isinstance(part.ctx, ast.Load)]
                    lines = sorted({part.lineno for part in named if part.lineno > self.line})
                    other = len(bound) > 1 or any(isinstance(part, ast.arg) and part.arg == name for part in nodes)
                    return lines if len(lines) <= MOST_USES and not other else []
        return []

    def returning(self, text: str) -> str:
        """The whole file, the function returning what `text` comes to where the changed statement begins."""
        raw = self.source.raw_bytes
        first = self.source.at(self.statement[0], 0)
        indent = len(raw[first:]) - len(raw[first:].lstrip(b" \t"))
        begins = first + indent
        return self.source.changed(begins, begins, f"return ({text})\n{raw[first:begins].decode()}")

    def is_at(self, file: str, line: int) -> bool:
        return self.file == file and self.statement[0] <= line <= self.statement[1]


def _alike(one: bytes, other: bytes) -> int:
    """So many bytes at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def _line_around(raw: bytes, start: int, end: int) -> tuple[int, int]:
    after = raw.find(b"\n", end)
    return raw.rfind(b"\n", 0, start) + 1, len(raw) if after < 0 else after


def _joined(raw: bytes) -> str:
    return "\n".join(line.strip() for line in raw.decode().split("\n"))


@dataclass(frozen=True)
class EditScope:
    """What operators know of the function that they change."""

    source: SourceText
    imported: frozenset[str]
    framework: str
    names: tuple[tuple[str, int], ...]
    """The function's parameters and variables, with the offset from which on they have a value."""
    counts: frozenset[str]
    """Those of them that count something: loop variables, sizes, parameters that are said to be whole numbers."""
    unused: tuple[str, ...]
    """Parameters that the function never speaks of."""
    own: tuple[str, ...]
    """What `self` has, as its class uses it."""
    own_unused: tuple[str, ...]
    """Those of it that the function never speaks of, layers apart."""
    layers: tuple[str, ...]
    """Those of it that are called."""
    unpacked: tuple[tuple[str, str], ...]
    """Pairs of variables that one assignment takes apart: b and n of `b, n, d = x.shape`."""

    def has_value(self, target: ast.expr) -> bool:
        """Whether what is assigned to was there before."""
        if not isinstance(target, ast.Name):
            return True
        return any(name == target.id and since < self.source.start(target) for name, since in self.names)

    def raw(self, node: ast.expr) -> str:
        return self.source.raw(node)


def scope_of(program: Program, function: ProgramFunction, framework: str) -> EditScope:
    source = SourceText(program.texts[function.file])
    tree = program.trees[function.file]
    bound: dict[str, int] = dict.fromkeys(function.parameters, 0)
    for statement in statements(function):
        assigns = isinstance(statement, ast.Assign | ast.AnnAssign)
        place = source.end(statement) if assigns else source.start(statement)
        for node in expressions(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound[node.id] = min(place, bound.get(node.id, place))
    bound.pop("_", None)
    own, layers = _attributes(tree, function.name.partition(".")[0]) if "." in function.name else ([], [])
    named = tuple(sorted(bound.items(), key=lambda each: each[1]))
    used = {node.id for node in ast.walk(function.node) if isinstance(node, ast.Name)}
    spoken_of = {node.attr for node in ast.walk(function.node) if isinstance(node, ast.Attribute)}
    return EditScope(
        source=source,
        imported=frozenset(imported_names(tree)),
        framework=framework,
        names=named,
        counts=frozenset(_counts(function)),
        unused=tuple(name for name in function.parameters if name not in used),
        own=tuple(own),
        own_unused=tuple(name for name in own if name not in layers and name not in spoken_of),
        layers=tuple(layers),
        unpacked=tuple(_unpacked(function)),
    )


def _unpacked(function: ProgramFunction) -> Iterator[tuple[str, str]]:
    for statement in statements(function):
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            if isinstance(target, ast.Tuple | ast.List):
                yield from combinations([part.id for part in target.elts if isinstance(part, ast.Name)], 2)


def _counts(function: ProgramFunction) -> Iterator[str]:
    arguments = function.node.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if isinstance(each.annotation, ast.Name) and each.annotation.id == "int":
            yield each.arg
    for node in ast.walk(function.node):
        match node:
            case ast.For(target=target, iter=ast.Call(func=ast.Name(id="range" | "enumerate"))):
                yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
            case ast.Assign(targets=targets, value=value) if _is_size(value):
                yield from (part.id for each in targets for part in ast.walk(each) if isinstance(part, ast.Name))


def _is_size(value: ast.expr) -> bool:
    match value:
        case ast.Attribute(attr="shape") | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Call(func=ast.Attribute(attr="size") | ast.Name(id="len")):
            return True
    return False


def _is_one(value: ast.expr) -> bool:
    """Whether it is the size of one axis, not of several."""
    match value:
        case ast.Subscript(slice=ast.Slice()) | ast.Attribute() | ast.Call(args=[]):
            return False
    return _is_size(value)


def _attributes(tree: ast.Module, owner: str) -> tuple[list[str], list[str]]:
    """What `self` has by its class's own text, and what of it is called there or made by a class."""
    own: dict[str, None] = {}
    layers: dict[str, None] = {}
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner):
        methods = {part.name for part in cls.body if isinstance(part, ast.FunctionDef)}
        for node in ast.walk(cls):
            match node:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value):
                    own[name] = None
                    if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2][:1].isupper():
                        layers[name] = None
                case ast.Attribute(value=ast.Name(id="self"), attr=name) if name not in methods:
                    own.setdefault(name)
    return list(own), list(layers)


def statements(function: ProgramFunction) -> Iterator[ast.stmt]:
    """All statements of a function, those inside others too, but not those of functions inside it that it defines."""
    waiting: list[ast.stmt] = list(function.statements)
    while waiting:
        statement = waiting.pop(0)
        yield statement
        for name in ("body", "orelse", "finalbody"):
            waiting += getattr(statement, name, [])


def expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions that belong to a statement itself, and the statement; not those of statements inside it."""
    yield statement
    waiting = [each for each in ast.iter_child_nodes(statement) if not isinstance(each, ast.stmt)]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt)]


def span(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one that holds others, those of its head."""
    inside = [part.lineno for name in ("body", "orelse") for part in getattr(statement, name, [])]
    last = min(inside) - 1 if inside else statement.end_lineno or statement.lineno
    return statement.lineno, max(last, statement.lineno)


def in_order(edits: Sequence[Edit], located: tuple[str, int] | None, likely: Sequence[Kind] = ()) -> list[Edit]:
    """The located line first, then what was handed over and never used, then the kinds that are likely here, then by
    rank, then from the top."""
    rank = {kind: place for place, kind in enumerate(dict.fromkeys((*likely, *RANK)))}

    def key(edit: Edit) -> tuple[bool, bool, int, int, int]:
        elsewhere = not (located and edit.is_at(*located))
        return elsewhere, not edit.forgotten, rank[edit.kind], edit.line, edit.start

    return sorted(edits, key=key)
