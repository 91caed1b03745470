"""Splices a known answer into the reference's text, so that it can be handed in like a student's files.

The audit, the proof of a build and the generated class grade such files through the whole engine, sandbox included.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from ..checks.errors import GraderFault
from ..checks.module_names import in_python
from .known_answers import Answer

_METADATA = {"NAME", "SAYS", "HINT", "SECTION", "LOSES", "MODULE"}


def as_files(reference: Mapping[str, str], *answers: Answer) -> dict[str, str]:
    """File name → text: the reference with each answer's functions in the place of its own."""
    texts = dict(reference)
    for answer in answers:
        module = answer.overlay.module
        if module not in texts:
            raise GraderFault(f"{answer.path}: MODULE is {in_python(module)!r}, and the reference has no {module}.py")
        texts[module] = splice(texts[module], answer.overlay.source)
    return {f"{name}.py": text for name, text in texts.items()}


def splice(text: str, overlay: str) -> str:
    """`text` with the functions and methods of `overlay` in the place of those with the same name."""
    tree = _parsed(text)
    places = _functions(tree)
    extra: list[str] = []
    edits: list[tuple[int, int, list[str]]] = []
    for statement in ast.parse(overlay).body:
        for name, node in _parts(statement, places):
            lines = _lines(overlay, node)
            if name in places:
                edits.append((*_range(places[name]), lines))
            elif "." in name:
                owner = places[name.partition(".")[0]]
                edits.append((_range(owner)[1], _range(owner)[1], ["", *lines]))
            else:
                extra += [*lines, "", ""]
    before = min((start for start, _, _ in edits), default=0)
    owners = [node for node in tree.body if node.lineno <= before + 1 <= (node.end_lineno or 0)]
    if owners:  # helpers stand before the function or class that uses them first
        before = _range(owners[0])[0]
    if extra:
        edits.append((before, before, extra))
    result = text.splitlines()
    for start, end, lines in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        result[start:end] = lines
    return "\n".join(result) + "\n"


@lru_cache(maxsize=8)  # hundreds of answers are laid over one reference; nobody changes the tree
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


def _functions(tree: ast.Module) -> dict[str, ast.stmt]:
    found: dict[str, ast.stmt] = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            found[statement.name] = statement
        elif isinstance(statement, ast.ClassDef):
            found[statement.name] = statement
            for part in statement.body:
                if isinstance(part, ast.FunctionDef):
                    found[f"{statement.name}.{part.name}"] = part
    return found


def _parts(statement: ast.stmt, places: Mapping[str, ast.stmt]) -> list[tuple[str, ast.stmt]]:
    """What a top-level statement of an overlay contributes; a class of the reference contributes its methods."""
    if isinstance(statement, ast.ClassDef) and statement.name in places:
        return [(f"{statement.name}.{part.name}", part) for part in statement.body if isinstance(part, ast.FunctionDef)]
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return [] if statement.targets[0].id in _METADATA else [(f"= {statement.targets[0].id}", statement)]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return []
    return [(getattr(statement, "name", ""), statement)]


def _range(node: ast.stmt) -> tuple[int, int]:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(part.lineno for part in decorators)]) - 1, node.end_lineno or node.lineno


def _lines(source: str, node: ast.stmt) -> list[str]:
    start, end = _range(node)
    return source.splitlines()[start:end]
