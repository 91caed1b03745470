"""Writes suspects.py: the wrong functions of tasks that ask for an input on which such a function shows its error.

Each is a known mistake of those that the task lists, drawn by the term, so that next term's is another. The file is
given to students: it is no secret that these functions are wrong, and how they are wrong is what the task asks for.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping

from ..bank import Answer
from ..checks.errors import GraderFault
from .rubric import Item, Rubric

FILE = "suspects.py"
_HEAD = '"""Functions with one mistake each: for every one there is a task that asks for an input which shows it."""\n'


def drawn(rubric: Rubric, known: Iterable[Answer]) -> dict[str, Answer]:
    """Task → the mistake that it is about this term. GraderFault for a name that no known mistake has."""
    by_name = {answer.name: answer for answer in known}
    found = {}
    for item in rubric.items:
        for name in item.suspects:
            if name not in by_name:
                raise GraderFault(f"rubric.yaml: task {item.id}: suspects: no known mistake is called {name}")
        if item.suspects:
            found[item.id] = by_name[_drawn(rubric, item)]
    return found


def _drawn(rubric: Rubric, item: Item) -> str:
    digest = hashlib.sha256(f"suspects\0{rubric.public_key()}\0{item.id}".encode()).digest()
    return item.suspects[int.from_bytes(digest[:8], "big") % len(item.suspects)]


def text(chosen: Mapping[str, Answer], reference: Mapping[str, str]) -> str:
    """The file; empty where no task has a suspect. Nothing of a mistake's own words is in it."""
    imports: dict[str, None] = {}
    functions: dict[str, str] = {}
    for ident, answer in chosen.items():
        module = ast.parse(reference[answer.module])
        made = [node for node in ast.parse(answer.source).body if isinstance(node, ast.FunctionDef)]
        if len(made) != 1 or made[0].name in functions:
            raise GraderFault(
                f"rubric.yaml: task {ident}: suspects: {answer.name} must be one function, which no other task suspects"
            )
        used = {node.id for node in ast.walk(made[0]) if isinstance(node, ast.Name)}
        for node in module.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                wanted = [alias for alias in node.names if (alias.asname or alias.name) in used]
                imports |= {_imported(node, alias): None for alias in wanted}
        functions[made[0].name] = ast.unparse(made[0])
    if not functions:
        return ""
    return "\n".join([_HEAD, *sorted(imports), "", ""]) + "\n\n\n".join(functions.values()) + "\n"


def _imported(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    shown = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
    return f"from {node.module} import {shown}" if isinstance(node, ast.ImportFrom) else f"import {shown}"
