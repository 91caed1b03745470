"""Cuts tasks that are off out of graders and docstrings, so that nothing students get speaks of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from ..content.stubs import Edit, edited, first_attached, used, without_imports


def without_items(text: str, off: Collection[str]) -> str:
    """A grader file without the checks of tasks that are off, and without what only these needed; empty where no check
    is left."""
    body = ast.parse(text).body
    kept = [node for node in body if not _items(node) & set(off)]
    if len(kept) == len(body):
        return without_lines(text, off)
    if not any(map(_items, kept)):
        return ""
    helpers = [node for node in kept if _helper(node) in used(_others(body, node))]
    while needless := [node for node in helpers if node in kept and _helper(node) not in used(_others(kept, node))]:
        kept = [node for node in kept if node not in needless]  # a helper may have a helper
    lines = text.split("\n")
    gone = [Edit(first_attached(node, lines), node.end_lineno or 0) for node in body if node not in kept]
    return without_lines(without_imports(edited(text, gone), text, "a grader"), off)


def without_lines(text: str, off: Collection[str]) -> str:
    """A file whose module docstring lists no task that is off: `    1.7  find_ones_weights   stands alone`."""
    head = ast.get_docstring(ast.parse(text), clean=False) or ""
    listed = rf"(?m)^[ \t]*(?:[-*][ \t]+)?(?:{'|'.join(map(re.escape, off))})[ \t]+\S.*\n"
    return text.replace(head, re.sub(listed, "", head), 1) if off and head else text


def _items(node: ast.stmt) -> set[str]:
    marks = [mark for mark in getattr(node, "decorator_list", []) if isinstance(mark, ast.Call)]
    return {str(ast.literal_eval(mark.args[0])) for mark in marks if ast.unparse(mark.func) == "number"}


def _others(kept: list[ast.stmt], node: ast.stmt) -> list[ast.stmt]:
    return [other for other in kept if other is not node]


def _helper(node: ast.stmt) -> str:
    """The name of a plain function, class or constant. Fixtures and the like are asked for by name elsewhere."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
        return "" if node.name.startswith(("test", "Test")) else node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""
