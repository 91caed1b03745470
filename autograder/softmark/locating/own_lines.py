"""Knows the functions of a submission: where they stand, and which of their lines the reference has, too."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache

Line = tuple[str, int]


@dataclass(frozen=True)
class Function:
    """A function of the student's."""

    file: str
    first: int
    last: int
    name: str
    """Full: "multihead.MultiHeadAttention.forward"."""
    asked_for: bool
    """Whether a task asks for it."""
    returns: tuple[int, ...]
    """The lines that return something."""


class OwnLines:
    """Of one submission (file → its tree), beside the reference (file → its text)."""

    def __init__(
        self, trees: Mapping[str, ast.Module], contract: Collection[str], reference: Mapping[str, str] = {}
    ) -> None:
        self._trees, self._reference = trees, reference
        self._functions = [each for file, tree in trees.items() for each in _functions(file, tree, contract)]

    def around(self, line: Line) -> Function | None:
        """The function that a line stands in."""
        file, number = line
        return next((each for each in self._functions if each.file == file and each.first <= number <= each.last), None)

    def called(self, name: str) -> Function | None:
        return next((each for each in self._functions if each.name == name), None)

    def is_the_references(self, line: Line) -> bool:
        """Whether what stands there stands in the reference, too, names of variables apart."""
        file, number = line
        if file not in self._trees or file not in self._reference:
            return False
        around = (each for each in _all(self._trees[file]) if each.lineno <= number <= _end(each))
        said = {_statements(each).get(number) for each in around}
        return bool(said & _statements_in(self._reference[file]))


def _functions(file: str, tree: ast.Module, contract: Collection[str]) -> Iterator[Function]:
    """Methods are called Class.method."""
    module = file.removesuffix(".py")
    for node in tree.body:
        inner = [(f"{node.name}.", part) for part in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        for prefix, part in inner:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{module}.{prefix}{part.name}"
                returns = tuple(each.lineno for each in ast.walk(part) if isinstance(each, ast.Return))
                yield Function(file, part.lineno, _end(part), name, name in contract, returns)


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


@lru_cache(maxsize=8)
def _statements_in(text: str) -> frozenset[str]:
    with suppress(SyntaxError):
        return frozenset(said for function in _all(ast.parse(text)) for said in _statements(function).values())
    return frozenset()


def _all(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _statements(function: ast.FunctionDef) -> dict[int, str]:
    """Line → what is computed there."""
    found: dict[int, str] = {}
    numbered = _Numbered(function)
    for node in ast.walk(function):
        value = getattr(node, "value", None)
        if isinstance(node, ast.stmt) and isinstance(value, ast.expr):
            said = ast.dump(numbered.visit(deepcopy(value)))
            found |= dict.fromkeys(range(node.lineno, _end(node) + 1), said)
    return found


class _Numbered(ast.NodeTransformer):
    """Calls the variables of a function by their numbers, in the order in which they come."""

    def __init__(self, function: ast.FunctionDef) -> None:
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        ordered = [node.id for node in sorted(names, key=lambda node: (node.lineno, node.col_offset))]
        given = [each.arg for each in function.args.args]
        variables = dict.fromkeys([*given, *(name for name in ordered if name in stored)])
        self._numbers = {name: str(number) for number, name in enumerate(variables)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._numbers.get(node.id, node.id), node.ctx)
