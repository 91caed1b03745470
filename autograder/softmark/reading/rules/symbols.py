"""The kinds of things that a name can stand for, and the scopes where names live."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import NamedTuple


class Library(NamedTuple):
    """Something outside the student's files, by its dotted path."""

    path: str
    hidden: bool = False


class OwnModule(NamedTuple):
    name: str


@dataclass(eq=False)
class Function:
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    full: str


@dataclass(eq=False)
class Class:
    node: ast.ClassDef
    scope: Scope
    full: str
    attributes: dict[str, list[Binding]] = field(default_factory=dict)
    """What methods (and other code) assign to `self.name` or `Class.name`."""


class Instance(NamedTuple):
    of: Class


class Value(NamedTuple):
    """The value of an expression somewhere else, to be read when the name is used."""

    binding: Binding


Symbol = Library | OwnModule | Function | Class | Instance | Value


@dataclass(eq=False)
class Binding:
    """One of the things that a name is bound to."""

    line: int
    scope: Scope
    symbol: Symbol | None = None
    """Known at once: imports, definitions, `self`."""
    value: ast.expr | None = None
    """Otherwise the expression on the right of the `=`; None is a value nobody can know (a parameter, a loop)."""
    imported: tuple[str, str] | None = None
    """`from own_module import name`, looked up when it is needed."""
    key: str | None = None
    """Of an entry put into a table: `TABLE["mine"] = …`."""


@dataclass(eq=False)
class Scope:
    """A module, a class body or a function, and the names that live in it."""

    module: str
    kind: str
    """module | class | function"""
    parent: Scope | None
    owner: Class | None = None
    """The class whose body this is, or whose method."""
    function: Function | None = None
    """The function whose inside this is."""
    names: dict[str, list[Binding]] = field(default_factory=dict)
    stars: dict[str, None] = field(default_factory=dict)
    """What `from … import *` takes all names of."""

    def bind(self, name: str, binding: Binding) -> None:
        self.names.setdefault(name, []).append(binding)

    def top(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


_LONGEST_NAME = 200
_LONGEST_PATH = 8
"""Nothing in a library has a longer one; `x = x.nn` in a circle would make it longer for ever."""


def inside(path: str, attr: str) -> str:
    """The path with one more name. After a few rounds in a circle it is "somewhere in that library"."""
    names = path.split(".")
    if len(names) > _LONGEST_PATH or names.count(attr) > 1:
        path = names[0]
    return f"{path}.{attr[:_LONGEST_NAME]}"


def home(scope: Scope, name: str) -> Scope:
    """The scope that a name belongs to, by Python's rules: class bodies are not seen from inside their methods."""
    here = scope
    while here.parent is not None:
        if name in here.names and (here.kind != "class" or here is scope):
            return here
        here = here.parent
    return here
