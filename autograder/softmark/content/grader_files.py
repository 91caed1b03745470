"""Reads what the graders' files say about themselves, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ..checks.errors import GraderFault


def parsed(path: Path) -> ast.Module:
    """A file that staff wrote in Python; GraderFault with its line where it is none."""
    try:
        return ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        place = f"{path}:{error.lineno}" if error.lineno else f"{path}"
        raise GraderFault(f"{place}: is not valid Python: {error.msg}") from None
    except ValueError:  # a zero byte
        raise GraderFault(f"{path}: is not valid Python") from None


def items_of(graders: ast.Module) -> Iterator[tuple[int, str]]:
    """The tasks that a file of graders says it checks, each with its line."""
    for node in ast.walk(graders):
        for mark in getattr(node, "decorator_list", ()):
            match mark:
                case ast.Call(func=ast.Name(id="number"), args=[ast.Constant(value=str(ident))]):
                    yield mark.lineno, ident
