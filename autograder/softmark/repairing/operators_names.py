"""Edits about names: another one that is in scope there, also for a number where one is handed over and never used."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .edits import EditScope, Kind


def names(node: ast.AST, scope: EditScope) -> Iterator[tuple[Kind, int, int, str]]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if any(known == name for known, _ in scope.names):
            place = scope.source.start(node)
            for other, since in scope.names:
                if other not in (name, "self") and since < place:
                    yield "name", place, scope.source.end(node), other
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Load()) if name in scope.own:
            for other in scope.layers if name in scope.layers else scope.own:
                if other != name:
                    yield "name", scope.source.start(node), scope.source.end(node), f"self.{other}"
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            for other in (*scope.unused, *(f"self.{each}" for each in scope.own_unused)):
                yield "name", scope.source.start(node), scope.source.end(node), other
