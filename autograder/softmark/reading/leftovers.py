"""Finds what is easily left in a file: a name that is used for something else, a print.

Both are allowed. A sentence says where they are, because what follows from them is hard to see.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence

from .imports import only_at_home

_PYTHONS = frozenset(name for name in dir(builtins) if name.islower() and callable(getattr(builtins, name)))


def reused_names(trees: Mapping[str, ast.Module]) -> list[str]:
    """A sentence for each name of an import, or of Python itself, that a line outside of any function gives away."""
    found = []
    for file, tree in trees.items():
        imported: dict[str, int] = {}
        for line, name, value in _bound(tree.body):
            if value is None:
                imported[name] = line
            elif name in _names_in(value):
                continue  # math = checked(math): it is still what it was, in other clothes
            elif name in imported:
                found.append(
                    f"{file} line {line} uses the name `{name}` for something else; what line {imported.pop(name)} "
                    "imports under it can no longer be reached by it."
                )
            elif name in _PYTHONS:
                found.append(
                    f"{file} line {line} uses the name `{name}` for something else; Python's own `{name}` can no "
                    "longer be reached by it in this file."
                )
    return found


def _bound(body: Sequence[ast.stmt]) -> Iterator[tuple[int, str, ast.expr | None]]:
    """Line, name and value of what the statements of a file bind, in order; imports have no value."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node.lineno, part.asname or part.name.partition(".")[0], None) for part in node.names)
        elif isinstance(node, ast.Assign):
            yield from ((node.lineno, name, node.value) for target in node.targets for name in _targets(target))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from ((node.lineno, name, node.value) for name in _targets(node.target))
        elif isinstance(node, ast.For):
            yield from ((node.lineno, name, node.iter) for name in _targets(node.target))
            yield from _bound(node.body)
        elif isinstance(node, ast.If) and not only_at_home(node.test):
            yield from _bound([*node.body, *node.orelse])


def _targets(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _targets(part)


def _names_in(value: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}


def printing(trees: Mapping[str, ast.Module]) -> list[str]:
    """A sentence for each file that prints when its functions run or when it is imported."""
    found = []
    for file, tree in trees.items():
        if lines := sorted(set(_lines_that_print(tree))):
            at = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines[:5]))}"
            more = " and further on" if len(lines) > 5 else ""
            found.append(f"{file} prints in {at}{more}. It costs no points; take it out before you hand in.")
    return found


def _lines_that_print(tree: ast.Module) -> Iterator[int]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and only_at_home(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno
        waiting += ast.iter_child_nodes(node)
