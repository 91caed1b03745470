"""Finds what a file imports, by reading it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .module_names import beside, from_python, module_of


@dataclass(frozen=True)
class Import:
    module: str
    """As it is written, dots of a relative import included."""
    line: int
    names: tuple[str, ...] = ()
    """What `from … import` takes out of it."""

    def module_for(self, file: str) -> str:
        """What it means in this file, in the engine's words: "parts/stack". A relative import that leads out of the
        students' folder stays as it is written."""
        name = self.module.lstrip(".")
        dots = len(self.module) - len(name)
        if dots > module_of(file).count("/"):
            return self.module
        return beside(module_of(file), dots, name) if dots else from_python(name)

    def own_modules(self, file: str, own: Collection[str]) -> list[str]:
        """Those of the students' modules that it loads: `from parts import stack` loads parts/stack."""
        found = self.module_for(file)
        return [each for each in (found, *(f"{found}/{name}" for name in self.names)) if each in own]


_STATEMENTS = ("body", "handlers", "orelse", "finalbody", "cases")
"""The fields of a statement in which others stand."""


def imports(tree: ast.Module) -> list[Import]:
    """Every import that the grader would meet: what stands under `if __name__ == "__main__"` stays at home."""
    waiting: list[Any] = [tree]
    found: list[Import] = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [Import(part.name, node.lineno) for part in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(part.name for part in node.names)
            found.append(Import("." * node.level + (node.module or ""), node.lineno, names))
        elif isinstance(node, ast.If) and only_at_home(node.test):
            waiting += node.orelse
        else:
            for field in _STATEMENTS:  # an import is a statement, so expressions are not looked through
                waiting += getattr(node, field, ())
    return sorted(found, key=lambda entry: entry.line)


def only_at_home(test: ast.expr) -> bool:
    words = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(test)}
    return bool(words & {"__name__", "TYPE_CHECKING"})


def foreign(trees: Mapping[str, ast.Module], allowed: Collection[str]) -> dict[str, list[str]]:
    """Package → where it is imported ("attention.py line 3"), for each that is not among `allowed`.

    `trees` maps file name → what it says. At the top the files are no package: a relative import is foreign too.
    """
    places: dict[str, list[str]] = {}
    for file, tree in trees.items():
        for entry in imports(tree):
            meant = entry.module_for(file)
            package = meant if meant.startswith(".") else meant.partition("/")[0]
            if package not in allowed:
                places.setdefault(package, []).append(f"{file} line {entry.line}")
    return places
