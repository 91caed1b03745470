"""What the names in somebody's source stand for, found by reading it: nothing here ever runs it.

`Code` reads a set of files once. `Code.meaning(expression, scope)` then says what an expression may stand for: a
library path, a function or class of these files, a value written somewhere else; through imports, aliases, class
attributes, `getattr` with a constant string. Where it cannot know, it says nothing.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Set

from .index import Index
from .symbols import Binding, Class, Instance, Library, OwnModule, Scope, Symbol, Value, home
from .trees import MAX_CHAIN, is_dictionary, is_reference

_NEAR = 4
"""From so few steps away, an expression is worked out once for all who ask: the limit is as good as the same."""

_MAX_BINDINGS = 50


class Code(Index):
    """A set of files, and what each name in them means."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._known: dict[tuple[int, str], frozenset[Symbol]] = {}
        self._meant: dict[tuple[ast.expr, Scope], frozenset[Symbol]] = {}
        self._busy: set[tuple[int, str]] = set()
        super().__init__(sources)

    def _forget(self) -> None:
        self._known.clear()
        self._meant.clear()

    def meaning(self, node: ast.expr | None, scope: Scope, depth: int = 0) -> frozenset[Symbol]:
        """Everything that the expression may stand for; empty where that is unknown."""
        if node is None or depth > MAX_CHAIN:
            return frozenset()
        if isinstance(node, ast.Name):
            return self.name(node.id, scope, depth + 1)
        if depth > _NEAR or self._busy:  # in the middle of working out a name, this may be half an answer
            return self._meaning(node, scope, depth)
        known = self._meant.get((node, scope))
        if known is None:
            known = self._meant[node, scope] = self._meaning(node, scope, depth)
        return known

    def _meaning(self, node: ast.expr, scope: Scope, depth: int) -> frozenset[Symbol]:
        deeper = depth + 1
        match node:
            case ast.Attribute(value=base, attr=attr):
                return self._each(self.meaning(base, scope, deeper), attr, deeper, hidden=False)
            case ast.Call():
                return self._called(node, scope, deeper)
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.meaning(value, scope, deeper)
            case ast.IfExp(body=first, orelse=second):
                return self.meaning(first, scope, deeper) | self.meaning(second, scope, deeper)
            case ast.BoolOp(values=parts):
                return frozenset().union(*(self.meaning(part, scope, deeper) for part in parts[:8]))
            case ast.Subscript(value=base, slice=key):
                return self._looked_up(base, self.text(key, scope, deeper), scope, deeper)
        return frozenset()

    def name(self, name: str, scope: Scope, depth: int = 0) -> frozenset[Symbol]:
        where = home(scope, name)
        key = (id(where), name)
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._busy or depth > MAX_CHAIN:
            return frozenset()
        self._busy.add(key)
        found: set[Symbol] = set()
        if name in where.names:
            for binding in where.names[name][:_MAX_BINDINGS]:
                found |= self.bound(binding, depth)
        else:
            for star in where.stars:
                found |= self.name(name, self.modules[star], depth + 1) if star in self.modules else frozenset()
                if star not in self.modules and not name.startswith("_") and not hasattr(builtins, name):
                    found.add(Library(f"{star}.{name}"))
            if not found and hasattr(builtins, name):
                found.add(Library(f"builtins.{name}"))
        self._busy.discard(key)
        self._known[key] = frozenset(found)
        return self._known[key]

    def bound(self, binding: Binding, depth: int = 0) -> Set[Symbol]:
        if binding.symbol is not None:
            return {binding.symbol}
        if binding.imported is not None:
            module, name = binding.imported
            return self.name(name, self.modules[module], depth + 1)
        if binding.value is None:
            return frozenset()
        found = self.meaning(binding.value, binding.scope, depth + 1)
        return found if is_reference(binding.value) else {*found, Value(binding)}

    def attribute(self, owner: Symbol, attr: str, depth: int, hidden: bool) -> Set[Symbol]:
        match owner:
            case Library(path, was_hidden):
                if attr == "__dict__":
                    return {owner}
                whole = f"{path}.{attr}"
                found: set[Symbol] = {Library(whole, hidden or was_hidden)}
                for binding in self.patched.get(whole, ()) if depth < MAX_CHAIN else ():
                    found |= self.bound(binding, depth + 1)
                return found
            case OwnModule(name):
                return self.name(attr, self.modules[name], depth + 1)
            case Class() as cls:
                return self.member(cls, attr, depth)
            case Instance(cls):
                return self.member(cls, attr, depth)
        return frozenset()

    def member(self, cls: Class, attr: str, depth: int = 0) -> Set[Symbol]:
        """A method or attribute of the class, or of one of the student's own classes that it extends."""
        found: set[Symbol] = set()
        for binding in [*cls.scope.names.get(attr, ()), *cls.attributes.get(attr, ())][:_MAX_BINDINGS]:
            found |= self.bound(binding, depth)
        if not found and depth < MAX_CHAIN:
            for base in self.bases(cls):
                found |= self.member(base, attr, depth + 1)
        return found

    def bases(self, cls: Class) -> Iterator[Class]:
        for base in cls.node.bases:
            outside = cls.scope.parent
            for symbol in self.meaning(base, outside) if outside else ():
                if isinstance(symbol, Class) and symbol is not cls:
                    yield symbol

    def _each(self, owners: Iterable[Symbol], attr: str, depth: int, hidden: bool) -> frozenset[Symbol]:
        found: set[Symbol] = set()
        for owner in owners:
            found |= self.attribute(owner, attr, depth, hidden)
        return frozenset(found)

    def _called(self, node: ast.Call, scope: Scope, depth: int) -> frozenset[Symbol]:
        found: set[Symbol] = set()
        for symbol in self.meaning(node.func, scope, depth):
            match symbol:
                case Class() as cls:
                    found.add(Instance(cls))
                case Library(path):
                    found |= self._returned(path, node, scope, depth)
        return frozenset(found)

    def _returned(self, path: str, node: ast.Call, scope: Scope, depth: int) -> Set[Symbol]:
        """What a library function gives back, where that can be read."""
        first = node.args[0] if node.args else None
        match path:
            case "builtins.getattr" if len(node.args) > 1:
                attr = self.text(node.args[1], scope, depth)
                if attr is not None:
                    return self._each(self.meaning(first, scope, depth), attr, depth, hidden=True)
            case "builtins.__import__" | "importlib.import_module" | "importlib.__import__":
                if name := self.text(first, scope, depth):
                    return {self.module(name, hidden=True)}
            case "builtins.vars" if first is not None:
                return self.meaning(first, scope, depth)
            case "builtins.vars":
                return {OwnModule(scope.module)}
            case "builtins.globals" | "builtins.locals":
                return {OwnModule(scope.module)}
            case "builtins.super" if scope.owner is not None:
                return {Instance(base) for base in self.bases(scope.owner)}
        return frozenset()

    def _looked_up(self, base: ast.expr, key: str | None, scope: Scope, depth: int) -> frozenset[Symbol]:
        """`vars(torch)["softmax"]`, `torch.__dict__["softmax"]`, `sys.modules["torch"]`."""
        if key is None:
            return frozenset()
        owners = self.meaning(base, scope, depth)
        if Library("sys.modules") in owners:
            return frozenset({self.module(key, hidden=True)})
        return self._each(owners, key, depth, hidden=True) if is_dictionary(base) else frozenset()

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
