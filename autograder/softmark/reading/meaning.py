"""Reduces a source to what it says to Python: without comments, docstrings and layout. Two files that mean the same do
the same."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=4096)  # a build asks for the same files half a dozen times
def meaning(source: str, keeps_docstring: Callable[[ast.AST], bool] = lambda node: False) -> str:
    """The same text on every Python for two sources that differ in comments, docstrings or layout alone.

    `keeps_docstring` says of a function or class that its docstring decides something.
    """
    words: list[str] = []
    _spell(ast.parse(source), words.append, keeps_docstring)
    return " ".join(words)


def _spell(node: ast.AST, say: Callable[[str], None], keeps_docstring: Callable[[ast.AST], bool]) -> None:
    """The tree in words, without what some Pythons leave out of it: empty lists, and nothing at all."""
    say(type(node).__name__)
    for name, part in ast.iter_fields(node):
        if part is None or part == []:
            continue
        say(name)
        bare = name == "body" and isinstance(part, list) and not keeps_docstring(node)
        for each in part if isinstance(part, list) else [part]:
            if not isinstance(each, ast.AST):
                say(repr(each))
            elif not (bare and _is_text(each)):
                _spell(each, say, keeps_docstring)
    say(")")


def _is_text(part: ast.AST) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)
