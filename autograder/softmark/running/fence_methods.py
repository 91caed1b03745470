"""Shows a fence which of the student's functions use a method or an operator that a rule forbids, where nothing can
stand in its place: `a.mean()` and `a @ b` of an array, `a.sort()` of a list.

A function that runs is looked up in its source: the forbidden name must stand in it.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .fence import Fence

_TYPES = ("ndarray", "list", "str", "dict", "set", "tuple", "bytes")
_LOOK_UPS = ("getattr", "methodcaller", "attrgetter")


@contextmanager
def watched(fence: Fence) -> Iterator[None]:
    methods = {entry.rpartition(".")[2]: entry for entry in fence.names.entries if _is_method(entry)}
    if not methods:
        yield
        return
    before = sys.getprofile()
    sys.setprofile(_look(fence, frozenset(methods.items())))
    try:
        yield
    finally:
        sys.setprofile(before)


def _is_method(entry: str) -> bool:
    owner = entry.rpartition(".")[0].rpartition(".")[2]
    return owner in _TYPES or entry == "numpy.matmul"


def _look(fence: Fence, methods: frozenset[tuple[str, str]]) -> Callable[[FrameType, str, Any], None]:
    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and fence.looks and fence.is_theirs(frame):
            text = "".join(linecache.getlines(frame.f_code.co_filename))
            if found := uses(text, methods).get(frame.f_code.co_firstlineno):
                line, entry = found
                fence.stop(entry, frame, line)

    return look


@lru_cache(maxsize=64)
def uses(text: str, methods: frozenset[tuple[str, str]]) -> Mapping[int, tuple[int, str]]:
    """The first line of each function that uses one of these methods (name, entry) → the line where, and its entry."""
    found: dict[int, tuple[int, str]] = {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return found
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    no_values = {part.asname or part.name for node in imports for part in node.names} | {"self", "cls"}
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, first = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        for name, entry in methods:
            if _is_used(node, name, no_values) and first not in found:
                found[first] = (getattr(node, "lineno", first), entry)
        waiting += [(child, first) for child in ast.iter_child_nodes(node)]
    return found


def _is_used(node: ast.AST, name: str, no_values: set[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=base), attr=attr):
            return attr == name and base not in no_values
        case ast.Attribute(attr=attr):
            return attr == name
        case ast.BinOp(op=ast.MatMult()) | ast.AugAssign(op=ast.MatMult()):
            return name.strip("_") == "matmul"
        case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function), args=args):
            return function in _LOOK_UPS and any(isinstance(a, ast.Constant) and a.value == name for a in args)
    return False
