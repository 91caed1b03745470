"""Reads annotations: Python works them out when a function is defined, and keeps what comes of it."""

from __future__ import annotations

import ast

from .trees import children, is_reference

_LOOKING = ("__annotat", "get_type_hints", "get_annotations", "getfullargspec", "signature(")
TABLE = "__annotations__"
"""Where a module and a class keep them."""


def are_looked_at(text: str) -> bool:
    """Whether a source looks at annotations: then what stands in one may be called."""
    return any(word in text for word in _LOOKING)


def said_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """What is said of a function's parameters and of its result."""
    given = node.args
    said = [part.annotation for part in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    said += [part.annotation for part in (given.vararg, given.kwarg) if part is not None]
    return [part for part in (*said, node.returns) if part is not None]


def more_than_types(said: ast.expr) -> list[ast.AST]:
    """What of an annotation does more than to name a type: calls, and names that no type has."""
    found: list[ast.AST] = []
    work: list[ast.AST] = [said]
    while work:
        node = work.pop()
        if is_reference(node):
            if not getattr(node, "attr", getattr(node, "id", "")).strip("_")[:1].isupper():
                found.append(node)
        elif isinstance(node, ast.Subscript | ast.Tuple | ast.List | ast.BinOp | ast.Starred):
            work += children(node)
        elif not isinstance(node, ast.Constant):
            found.append(node)
    return found
