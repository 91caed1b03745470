"""Finds the hints that a task's docstring gives."""

from __future__ import annotations

import ast
import re


def of(source: str, names: tuple[str, ...]) -> str:
    """Those of each of these functions, each in one line; nothing where there are none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    texts = [ast.get_docstring(found) or "" for name in names if (found := _function(tree, name))]
    hints = [text.partition("\nHints:\n")[2].partition("\n\n")[0] for text in texts if "\nHints:\n" in text]
    return re.sub(r"\n +(?! |- )", " ", "\n".join(hints))


def _function(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    """ "LayerNorm.forward" """
    here: ast.AST | None = tree
    for part in name.split("."):
        here = next((each for each in getattr(here, "body", ()) if getattr(each, "name", "") == part), None)
    return here if isinstance(here, ast.FunctionDef) else None
