"""Finds what the names in a source stand for, by reading it: nothing here ever runs it.

`Code` reads a set of files once. `Code.meaning(expression, scope)` then says what an expression may stand for: a
library path, a function or class of these files, a value written somewhere else; through imports, aliases, class
attributes, `getattr` with a constant string. Where it cannot know, it says nothing.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from .bindings import Index
from .budget import Work
from .circular_table import SymbolTable
from .symbols import Binding, Class, Instance, Library, OwnModule, Scope, Symbol, Value, home, inside
from .trees import is_dictionary, is_reference

_LEADING = (*(ast.Attribute, ast.Call, ast.NamedExpr, ast.Await, ast.IfExp, ast.BoolOp, ast.Subscript),)
"""Expressions, besides names, that may stand for something."""


class Written(NamedTuple):
    """An expression, where it stands."""

    node: ast.expr
    scope: Scope


class Named(NamedTuple):
    """A name, in the scope that it belongs to."""

    scope: Scope
    name: str


class MemberName(NamedTuple):
    """An attribute of a class, or of its instances."""

    cls: Class
    attr: str


class Replaced(NamedTuple):
    """Something of a library that the source puts something else in the place of."""

    path: str


_Key = Written | Named | MemberName | Replaced
_NOTHING: tuple[Symbol, ...] = ()


class Code(Index):
    """A set of files, and what each name in them means."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.work = Work()
        self._table = SymbolTable[_Key, Symbol](self._worked_out_key, self.work)
        super().__init__(sources)

    def _forget(self) -> None:
        self._table.forget()

    def meaning(self, node: ast.expr | None, scope: Scope) -> Collection[Symbol]:
        """Everything that the expression may stand for; empty where that is unknown."""
        if isinstance(node, ast.Name):
            return self.name(node.id, scope)
        return self._table.ask(Written(node, scope)) if isinstance(node, _LEADING) else _NOTHING

    def name(self, name: str, scope: Scope) -> Collection[Symbol]:
        return self._table.ask(Named(home(scope, name), name))

    def member(self, cls: Class, attr: str) -> Collection[Symbol]:
        """A method or attribute of the class, or of one of the student's own classes that it extends."""
        return self._table.ask(MemberName(cls, attr))

    # How each kind of key is worked out

    def _worked_out_key(self, key: _Key) -> Iterator[Symbol]:
        match key:
            case Written(node, scope):
                yield from self._expression(node, scope)
            case Named(scope, name):
                yield from self._name(name, scope)
            case MemberName(cls, attr):
                yield from self._member(cls, attr)
            case Replaced(path):
                yield from self._bound_to(self.patched.get(path, ()))

    def _expression(self, node: ast.expr, scope: Scope) -> Iterator[Symbol]:
        match node:
            case ast.Attribute(value=base, attr=attr):
                yield from self._each(self.meaning(base, scope), attr, hidden=False)
            case ast.Call():
                yield from self._called(node, scope)
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                yield from self.meaning(value, scope)
            case ast.IfExp(body=first, orelse=second):
                yield from self.meaning(first, scope)
                yield from self.meaning(second, scope)
            case ast.BoolOp(values=parts):
                for part in parts:
                    yield from self.meaning(part, scope)
            case ast.Subscript(value=base, slice=key):
                yield from self._looked_up(base, self.text(key, scope), scope)

    def _name(self, name: str, scope: Scope) -> Iterator[Symbol]:
        if name in scope.names:
            yield from self._bound_to(scope.names[name])
            return
        found = False
        for star in scope.stars:
            if star in self.modules:
                there = self.name(name, self.modules[star])
                found = found or bool(there)
                yield from there
            elif not name.startswith("_") and not hasattr(builtins, name):
                found = True
                yield Library(f"{star}.{name}")
        if not found and hasattr(builtins, name):
            yield Library(f"builtins.{name}")

    def _member(self, cls: Class, attr: str) -> Iterator[Symbol]:
        found = False
        for symbol in self._bound_to((*cls.scope.names.get(attr, ()), *cls.attributes.get(attr, ()))):
            found = True
            yield symbol
        if not found:
            for base in self.bases(cls):
                yield from self.member(base, attr)

    def _bound_to(self, bindings: Collection[Binding]) -> Iterator[Symbol]:
        for binding in bindings:
            if not self.work.goes_on():
                return
            yield from self.bound(binding)

    def bound(self, binding: Binding) -> Iterable[Symbol]:
        if binding.symbol is not None:
            return (binding.symbol,)
        if binding.imported is not None:
            module, name = binding.imported
            return self.name(name, self.modules[module])
        if binding.value is None:
            return _NOTHING
        found = self.meaning(binding.value, binding.scope)
        return found if is_reference(binding.value) else chain(found, (Value(binding),))

    def attribute(self, owner: Symbol, attr: str, hidden: bool) -> Collection[Symbol]:
        match owner:
            case Library(path, was_hidden):
                if attr == "__dict__":
                    return (owner,)
                found = self.module(inside(path, attr), hidden or was_hidden)
                if not isinstance(found, Library):  # `import parts.stack` binds parts
                    return (found,)
                return (found, *self._table.ask(Replaced(found.path))) if found.path in self.patched else (found,)
            case OwnModule(name):
                return self.name(attr, self.modules[name])
            case Class() as cls:
                return self.member(cls, attr)
            case Instance(cls):
                return self.member(cls, attr)
        return _NOTHING

    def bases(self, cls: Class) -> Iterator[Class]:
        for base in cls.node.bases:
            outside = cls.scope.parent
            for symbol in self.meaning(base, outside) if outside else ():
                if isinstance(symbol, Class) and symbol is not cls:
                    yield symbol

    def _each(self, owners: Iterable[Symbol], attr: str, hidden: bool) -> Iterator[Symbol]:
        for owner in owners:
            yield from self.attribute(owner, attr, hidden)

    def _called(self, node: ast.Call, scope: Scope) -> Iterator[Symbol]:
        for symbol in self.meaning(node.func, scope):
            match symbol:
                case Class() as cls:
                    yield Instance(cls)
                case Library(path):
                    yield from self._returned(path, node, scope)

    def _returned(self, path: str, node: ast.Call, scope: Scope) -> Iterator[Symbol]:
        """What a library function gives back, where that can be read."""
        first = node.args[0] if node.args else None
        match path:
            case "builtins.getattr" if len(node.args) > 1:
                attr = self.text(node.args[1], scope)
                if attr is not None:
                    yield from self._each(self.meaning(first, scope), attr, hidden=True)
            case "builtins.__import__" | "importlib.import_module" | "importlib.__import__":
                if name := self.text(first, scope):
                    yield self.module(name, hidden=True)
            case "builtins.vars" if first is not None:
                yield from self.meaning(first, scope)
            case "builtins.vars" | "builtins.globals" | "builtins.locals":
                yield OwnModule(scope.module)
            case "builtins.super" if scope.owner is not None:
                for base in self.bases(scope.owner):
                    yield Instance(base)

    def _looked_up(self, base: ast.expr, key: str | None, scope: Scope) -> Iterator[Symbol]:
        """`vars(torch)["softmax"]`, `torch.__dict__["softmax"]`, `sys.modules["torch"]`."""
        if key is None:
            return
        owners = self.meaning(base, scope)
        if Library("sys.modules") in owners:
            yield self.module(key, hidden=True)
        elif is_dictionary(base):
            yield from self._each(owners, key, hidden=True)

    def entries(self, node: ast.Subscript, scope: Scope) -> list[Binding] | None:
        """What `TABLE["mine"]` takes from a table that is written out; None where the whole table may be meant."""
        if not isinstance(node.value, ast.Name) or (key := self.text(node.slice, scope)) is None:
            return None
        found: list[Binding] = []
        for binding in home(scope, node.value.id).names.get(node.value.id, ()):
            table = binding.value
            if binding.key is not None:
                found += [binding] if binding.key == key else []
            elif isinstance(table, ast.Dict) and all(isinstance(each, ast.Constant) for each in table.keys):
                pairs = zip(table.keys, table.values, strict=True)
                found += [
                    Binding(binding.line, binding.scope, value=value)
                    for each, value in pairs
                    if isinstance(each, ast.Constant) and each.value == key
                ]
            else:
                return None
        return found or None
