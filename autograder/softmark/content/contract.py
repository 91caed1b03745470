"""Checks that the reference has every name that the rubric asks students to write."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from . import yaml_places
from .contradictions import suggest
from .rubric import Rubric
from .yaml_places import RubricError, Where, shown


def hold(rubric: Rubric, path: Path, reference: Path) -> None:
    """RubricError, with line and column, for every name that the reference does not define."""
    if wrong := list(_missing(rubric, reference)):
        raise RubricError(yaml_places.mistakes(path, wrong))


def _missing(rubric: Rubric, reference: Path) -> Iterator[tuple[Where, str]]:
    defined = {name: known for name in rubric.files if (known := defined_in(reference / name)) is not None}
    for i, item in enumerate(rubric.all_items):
        known = defined.get(item.file, list(item.names))  # a file that cannot be read is told by others
        for j, name in enumerate(item.names):
            if name not in known:
                said = f"the reference's {item.file} has no {shown(name)}{suggest(name, known)}"
                yield ("items", i, "names", j), said


def defined_in(path: Path) -> list[str] | None:
    """Functions, and methods as Class.method; None for a file that is not there or not Python, which others tell."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None
    return list(_names(tree.body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield node.name
            yield from (f"{node.name}.{name}" for name in _names(node.body))
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.If | ast.Try):
            yield from _names(node.body)
