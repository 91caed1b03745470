"""Finds where an index or a plain number was made: `part = slice(a, b)` on one line, `x[..., part]` on a later one.

What goes wrong with it there went wrong where it was made, and no tensor shows it; the source does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property

_OF_NUMBERS = frozenset({"int", "float", "round", "min", "max", "abs", "pow"})


class Names:
    """Knows the functions of a submission."""

    def __init__(self, sources: Mapping[str, ast.Module]) -> None:
        self._sources = sources

    @cached_property
    def _functions(self) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
        """Most submissions never ask."""
        return {
            file: [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
            for file, tree in self._sources.items()
        }

    def index_made_at(self, file: str, line: int) -> int:
        """The line that made what the subscripts of a line index with, if that is one earlier line; else the line."""
        function = self._function(file, line)
        names = {name for node in ast.walk(function) for name in _index_names(node, line)} if function else set()
        made = [_last_made(function, name, line) for name in names] if function else []
        return made[0].lineno if len(made) == 1 and made[0] is not None else line

    def number_made_at(self, file: str, line: int) -> int:
        """The same for the plain number that a line calculates with."""
        function = self._function(file, line)
        if function is None:
            return line
        names = {name for node in ast.walk(function) for name in _operands(node, line)}
        names |= {
            name for node in ast.walk(function) for name in _under_a_root(node, line) if _is_used_once(function, name)
        }
        made = [node for name in names if (node := _last_made(function, name, line)) is not None]
        # `n, d = x.shape` says what the sizes are: the wrong one is taken where it is used
        single = [node for node in made if not any(isinstance(target, ast.Tuple) for target in node.targets)]
        plain = [node for node in single if _is_plain(node.value, function, node.lineno)]
        return plain[0].lineno if len(plain) == 1 else line

    def bound_made_at(self, file: str, line: int) -> int:
        """The first line that calculates, with a number that is written there, what the bounds of a line's slices are
        made of; else the line."""
        function = self._function(file, line)
        if function is None:
            return line
        waiting = [name for node in ast.walk(function) for name in _bounds(node, line)]
        seen: set[str] = set()
        found = [line]
        while waiting:
            name = waiting.pop()
            made = _last_made(function, name, line)
            if name in seen or made is None:
                continue
            seen.add(name)
            found += [made.lineno] if any(map(_is_off_by_some, ast.walk(made.value))) else []
            waiting += [node.id for node in ast.walk(made.value) if isinstance(node, ast.Name)]
        return min(found)

    def renamed_at(self, file: str, line: int) -> int:
        """The first line that gives another name to a value that a line uses, as `residual = x` does; else the line."""
        function = self._function(file, line)
        if function is None:
            return line
        loaded = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.lineno == line)
        names = {node.id for node in loaded if isinstance(node.ctx, ast.Load)}
        made = [node for name in names if (node := _last_made(function, name, line)) is not None]
        return min((node.lineno for node in made if isinstance(node.value, ast.Name)), default=line)

    def comes_from_a_helper(self, file: str, line: int) -> bool:
        """Whether a plain number that a line calculates with was made by a function of the submission."""
        function = self._function(file, line)
        if function is None:
            return False
        inside = [node for node in ast.walk(function) if not _is_matmul(node)]  # no plain number is in there
        names = {name for node in inside for name in _operands(node, line)}
        made = [node.value for name in names if (node := _last_made(function, name, line)) is not None]
        own = {each.name for each in self._functions.get(file, ())}
        return any(
            isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in own for value in made
        )

    def _function(self, file: str, line: int) -> ast.AST | None:
        inside = [each for each in self._functions.get(file, ()) if each.lineno <= line <= (each.end_lineno or 0)]
        return inside[-1] if inside else None  # the innermost: functions are walked from the outside in


def _operands(node: ast.AST, line: int) -> Iterator[str]:
    """Names that arithmetic is done with on this line as they are: `scale` of x / scale, not d of x / d**0.5."""
    if getattr(node, "lineno", 0) != line:
        return
    match node:
        case ast.BinOp(left=left, right=right):
            for operand, other in ((left, right), (right, left)):
                if isinstance(operand, ast.Name) and not isinstance(other, ast.Constant | ast.UnaryOp):
                    yield operand.id
        case ast.Call(func=func, args=args) if not _takes_plain_numbers(func):
            yield from (each.id for each in args if isinstance(each, ast.Name))


def _takes_plain_numbers(func: ast.expr) -> bool:
    match func:
        case ast.Attribute(value=ast.Name(id="math")):
            return True
        case ast.Name(id=name):
            return name in _OF_NUMBERS
    return False


def _under_a_root(node: ast.AST, line: int) -> Iterator[str]:
    """Names whose root is taken on this line and used as it is: where the root is wrong, the number is. Of isqrt(d) it
    may be the function, and of int(sqrt(d)) what is done with the root."""
    match node:
        case ast.BinOp(left=left, right=right):
            operands = [left, right]
        case ast.Call(func=func, args=args) if not _takes_plain_numbers(func):
            operands = args
        case ast.Assign(value=value):
            operands = [value]
        case _:
            return
    for operand in operands:
        match operand:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr="sqrt"), args=[ast.Name(id=name)]):
                if operand.lineno == line:
                    yield name


def _is_used_once(function: ast.AST, name: str) -> bool:
    """A number that other lines use too was made for them as well."""
    used = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return sum(isinstance(node.ctx, ast.Load) for node in used) == 1


def _is_plain(node: ast.AST, function: ast.AST, line: int) -> bool:
    """Whether an expression is made of sizes, numbers and functions of plain numbers alone."""

    def plain(part: ast.AST) -> bool:
        return _is_plain(part, function, line)

    match node:
        case ast.Constant(value=int() | float()) | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Subscript(value=ast.Name(id=name)):
            made = _last_made(function, name, line)
            return made is not None and _is_shape(made.value)
        case ast.Name(id=name):
            made = _last_made(function, name, line)
            return made is not None and (_is_shape(made.value) or _is_plain(made.value, function, made.lineno))
        case ast.BinOp(left=left, right=right):
            return plain(left) and plain(right)
        case ast.UnaryOp(operand=operand):
            return plain(operand)
        case ast.Call(func=ast.Attribute(attr="size" | "numel")) | ast.Call(func=ast.Name(id="len")):
            return True
        case ast.Call(func=func, args=args) if _takes_plain_numbers(func):
            return all(map(plain, args))
    return False


def _is_shape(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="shape") | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Call(func=ast.Attribute(attr="size"), args=[]):
            return True
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner]):
            return _is_shape(inner)
    return False


def _index_names(node: ast.AST, line: int) -> Iterator[str]:
    """Names that stand alone as an index on this line: `part` of x[..., part], not i of x[i : i + 1]."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Call) and node.lineno == line:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from (part.id for part in parts if isinstance(part, ast.Name))


def _bounds(node: ast.AST, line: int) -> Iterator[str]:
    """Names in the bounds of a slice on this line: i and width of x[i : i + width]."""
    if isinstance(node, ast.Subscript) and node.lineno == line:
        for part in ast.walk(node.slice):
            bounds = (part.lower, part.upper) if isinstance(part, ast.Slice) else ()
            for bound in filter(None, bounds):
                yield from (each.id for each in ast.walk(bound) if isinstance(each, ast.Name))


def _is_matmul(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)


def _is_off_by_some(node: ast.AST) -> bool:
    """Whether something is calculated with a number that is written there: size - 1."""
    return isinstance(node, ast.BinOp) and any(isinstance(each, ast.Constant) for each in (node.left, node.right))


def _last_made(function: ast.AST, name: str, line: int) -> ast.Assign | None:
    """What last gives the name a value before this line; nothing if it has none there, or counts a loop."""
    before = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.lineno < line]
    made = [node for node in before if any(name in _names(target) for target in node.targets)]
    return max(made, key=lambda node: node.lineno, default=None)


def _names(target: ast.AST) -> list[str]:
    """Those that an assignment binds: `B, n, d = x.shape` binds three."""
    if isinstance(target, ast.Tuple):
        return [each.id for each in target.elts if isinstance(each, ast.Name)]
    return [target.id] if isinstance(target, ast.Name) else []
