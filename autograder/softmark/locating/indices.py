"""Finds where an index was made: `part = slice(a, b)` on one line, `x[..., part]` on a later one. What is cut out wrong
there went wrong where the index was made, and no tensor shows it; the source does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping


class Indices:
    """Knows the functions of a submission."""

    def __init__(self, sources: Mapping[str, ast.Module]) -> None:
        self._functions = {
            file: [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
            for file, tree in sources.items()
        }

    def made_at(self, file: str, line: int) -> int:
        """The line that made what the subscripts of a line index with, if that is one earlier line; else the line."""
        inside = [each for each in self._functions.get(file, ()) if each.lineno <= line <= (each.end_lineno or 0)]
        if not inside:
            return line
        function = inside[-1]  # the innermost: functions are walked from the outside in
        names = {name for node in ast.walk(function) for name in _index_names(node, line)}
        made = {_last_made(function, name, line) for name in names}
        return made.pop() or line if len(made) == 1 else line


def _index_names(node: ast.AST, line: int) -> Iterator[str]:
    """Names that stand alone as an index on this line: `part` of x[..., part], not i of x[i : i + 1]."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Call) and node.lineno == line:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from (part.id for part in parts if isinstance(part, ast.Name))


def _last_made(function: ast.AST, name: str, line: int) -> int:
    """The last line before this one that gives the name a value; 0 if it has none there, or counts a loop."""
    before = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.lineno < line]
    made = [node for node in before if any(isinstance(each, ast.Name) and each.id == name for each in node.targets)]
    return max((node.lineno for node in made), default=0)
