"""Finds where an index or a plain number was made: `part = slice(a, b)` on one line, `x[..., part]` on a later one. What
goes wrong with it there went wrong where it was made, and no tensor shows it; the source does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

_PLAIN_CALLS = frozenset({"len", "int", "float", "round", "min", "max", "abs", "pow", "sum"})


class Names:
    """Knows the functions of a submission."""

    def __init__(self, sources: Mapping[str, ast.Module]) -> None:
        self._functions = {
            file: [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
            for file, tree in sources.items()
        }

    def index_made_at(self, file: str, line: int) -> int:
        """The line that made what the subscripts of a line index with, if that is one earlier line; else the line."""
        return self._made_at(file, line, _index_names, lambda node: True)

    def number_made_at(self, file: str, line: int) -> int:
        """The same for the plain number that a line calculates with."""
        return self._made_at(file, line, _operands, lambda node: _is_plain(node.value))

    def _made_at(
        self,
        file: str,
        line: int,
        names_of: Callable[[ast.AST, int], Iterator[str]],
        wanted: Callable[[ast.Assign], bool],
    ) -> int:
        inside = [each for each in self._functions.get(file, ()) if each.lineno <= line <= (each.end_lineno or 0)]
        if not inside:
            return line
        function = inside[-1]  # the innermost: functions are walked from the outside in
        names = {name for node in ast.walk(function) for name in names_of(node, line)}
        made = {_last_made(function, name, line) for name in names}
        found = {node for node in made if node is not None and wanted(node)}
        several = len(found) != 1 or (None in made and names_of is _index_names)
        return line if several else found.pop().lineno


def _operands(node: ast.AST, line: int) -> Iterator[str]:
    """Names that arithmetic is done with on this line as they are: `scale` of x / scale, not d of x / d**0.5."""
    if getattr(node, "lineno", 0) != line:
        return
    match node:
        case ast.BinOp(left=left, right=right):
            for operand, other in ((left, right), (right, left)):
                if isinstance(operand, ast.Name) and (isinstance(other, ast.Name) or not _is_plain(other)):
                    yield operand.id
        case ast.Call(args=args):
            yield from (each.id for each in args if isinstance(each, ast.Name))


def _is_plain(node: ast.AST) -> bool:
    """Whether an expression is made of sizes, numbers and functions of plain numbers alone."""
    match node:
        case ast.Constant(value=int() | float()) | ast.Name():
            return True
        case ast.BinOp(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case ast.UnaryOp(operand=operand):
            return _is_plain(operand)
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Call(func=ast.Attribute(attr="size" | "numel" | "dim")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math")), args=args):
            return all(map(_is_plain, args))
        case ast.Call(func=ast.Name(id=name)) if name in _PLAIN_CALLS:
            return True
        case ast.Attribute(value=ast.Name(id="self")):
            return True
    return False


def _index_names(node: ast.AST, line: int) -> Iterator[str]:
    """Names that stand alone as an index on this line: `part` of x[..., part], not i of x[i : i + 1]."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Call) and node.lineno == line:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from (part.id for part in parts if isinstance(part, ast.Name))


def _last_made(function: ast.AST, name: str, line: int) -> ast.Assign | None:
    """What last gives the name a value before this line; nothing if it has none there, or counts a loop."""
    before = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.lineno < line]
    made = [node for node in before if any(isinstance(each, ast.Name) and each.id == name for each in node.targets)]
    return max(made, key=lambda node: node.lineno, default=None)
