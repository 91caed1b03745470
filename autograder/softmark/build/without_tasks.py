"""Cuts tasks that are off out of graders and docstrings, so that nothing students get speaks of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import TypeGuard


def without_items(text: str, off: Collection[str]) -> str:
    """A grader file without the checks of tasks that are off, and without what only these needed; empty where no check
    is left."""
    if not off:
        return text
    lines, before = text.splitlines(keepends=True), ast.parse(text)
    gone = [node for node in before.body if _items(node) & set(off)]
    if not gone:
        return without_lines(text, off)
    if not any(_items(node) - set(off) for node in before.body):
        return ""
    kept = [node for node in before.body if node not in gone]
    uses = {node: _used([node]) for node in before.body}
    asked: set[str] = set().union(*uses.values())
    while needless := _needless(kept, asked, uses):  # a helper may have a helper
        kept = [node for node in kept if node not in needless]
    for node in reversed(before.body):
        if node not in kept:
            marks = getattr(node, "decorator_list", [])
            first = min([node.lineno, *(mark.lineno for mark in marks)])
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            del lines[first - 1 : node.end_lineno]
    tidy = re.sub(r"\n{4,}", "\n\n\n", "".join(lines)).rstrip("\n") + "\n"
    return without_lines(_without_imports(tidy, asked), off)


def without_lines(text: str, off: Collection[str]) -> str:
    """A file whose module docstring lists no task that is off: `    1.7  find_ones_weights   stands alone`."""
    tree = ast.parse(text)
    if not off or not tree.body or not _is_prose(tree.body[0]):
        return text
    head = tree.body[0]
    listed = re.compile(r"\s*(?:[-*]\s+)?(" + "|".join(map(re.escape, off)) + r")\s\s*\S")
    lines = text.splitlines(keepends=True)
    for number in range(head.end_lineno or head.lineno, head.lineno, -1):
        if listed.match(lines[number - 1]):
            del lines[number - 1]
    return "".join(lines)


def _without_imports(text: str, used_before: set[str]) -> str:
    """Imports that only the removed code needed."""
    tree, lines = ast.parse(text), text.splitlines(keepends=True)
    used = _used(tree.body)
    for node in reversed(tree.body):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        left = [alias for alias in node.names if _bound(alias) in used or _bound(alias) not in used_before]
        if len(left) < len(node.names):
            node.names = left
            lines[node.lineno - 1 : node.end_lineno] = [ast.unparse(node) + "\n"] if left else []
    return "".join(lines)


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _needless(kept: list[ast.stmt], asked: set[str], uses: dict[ast.stmt, set[str]]) -> list[ast.stmt]:
    """Helpers that were used before, and are not any more."""
    unused = asked.difference(*(uses[node] for node in kept))
    return [node for node in kept if _name(node) in unused]


def _items(node: ast.stmt) -> set[str]:
    marks = [mark for mark in getattr(node, "decorator_list", []) if isinstance(mark, ast.Call)]
    return {str(arg.value) for mark in marks if ast.unparse(mark.func) == "item" for arg in mark.args if _is_text(arg)}


def _name(node: ast.stmt) -> str:
    """Of a helper: a plain function, class or constant. Fixtures and the like are asked for by name elsewhere."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list and not _is_test(node.name):
        return node.name
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return "" if node.targets[0].id.startswith("pytest") else node.targets[0].id
    return ""


def _is_test(name: str) -> bool:
    return name.startswith(("test", "Test"))


def _used(body: list[ast.stmt]) -> set[str]:
    return set(_names(body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for top in body:
        own = _name(top)
        for node in ast.walk(top):
            if isinstance(node, ast.Name) and not (node.id == own and isinstance(node.ctx, ast.Store)):
                yield node.id
            elif isinstance(node, ast.arg):
                yield node.arg  # a fixture
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                yield node.value


def _is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_prose(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and _is_text(node.value)
