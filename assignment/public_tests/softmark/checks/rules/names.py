"""What the names in somebody's source stand for, found by reading it: nothing here ever runs it.

`Code` reads a set of files once. `Code.meaning(expression, scope)` then says what an expression may stand for: a
library path, a function or class of these files, a value written somewhere else; through imports, aliases, class
attributes, `getattr` with a constant string. Where it cannot know, it says nothing.

Long, because it is one question: what a name means, what a call returns and what a text spells ask each other.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from .trees import (
    BINDING,
    DEFINING,
    LEAVES,
    MAX_CHAIN,
    assignments,
    children,
    innermost,
    is_reference,
    is_static,
    parse,
)

_NEAR = 4
"""From so few steps away, an expression is worked out once for all who ask: the limit is as good as the same."""

_MAX_BINDINGS = 50
_MAX_TEXT = 100_000


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


@dataclass(eq=False)
class Scope:
    module: str
    kind: str
    """module | class | function"""
    parent: Scope | None
    owner: Class | None = None
    """The class whose body this is, or whose method."""
    names: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)

    def bind(self, name: str, binding: Binding) -> None:
        self.names.setdefault(name, []).append(binding)

    def top(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


class Code:
    """A set of files, read once."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.modules: dict[str, Scope] = {}
        self.unreadable: list[str] = []
        self.scopes: dict[int, Scope] = {}
        self.functions: dict[int, Function] = {}
        self.classes: dict[int, Class] = {}
        self.methods: dict[str, list[Function]] = {}
        self.texts = 0
        """How many `index_text` has read; with each of them, names may stand for more."""
        self._known: dict[tuple[int, str], frozenset[Symbol]] = {}
        self._meant: dict[tuple[ast.expr, Scope], frozenset[Symbol]] = {}
        self._busy: set[tuple[int, str]] = set()
        self._texts: dict[int, str | None] = {}
        self._later: list[tuple[Scope, ast.Attribute, Binding]] = []
        self.trees: dict[str, ast.Module] = {}
        """Of the files that can be read. Scopes are looked up by the identity of nodes, so every tree stays alive."""
        self._kept: list[ast.Module] = []
        """The trees of texts inside them, for the same reason."""
        for name, text in sources.items():
            tree = parse(text)
            if tree is None:
                self.unreadable.append(name)
            else:
                self.trees[name] = tree
                self.modules[name] = Scope(name, "module", None)
        for name, tree in self.trees.items():
            self._index(tree.body, self.modules[name])
        for scope, target, binding in self._later:
            self._bind_attribute(scope, target, binding)
            self._forget()

    def index_text(self, text: str, scope: Scope) -> list[ast.stmt]:
        """Read more source, as if it stood in `scope`: the argument of an `exec`."""
        tree = parse(text)
        if tree is None:
            return []
        self._kept.append(tree)
        self._index(tree.body, scope)
        self._forget()
        self.texts += 1
        return tree.body

    def _forget(self) -> None:
        """Something new is bound: what names stood for until now was not all."""
        self._known.clear()
        self._meant.clear()

    def _index(self, body: Iterable[ast.AST], scope: Scope) -> None:
        """Fill `scope`, and make the scopes inside it; a work list instead of recursion, so depth costs nothing."""
        work: list[ast.AST | Scope] = [*reversed([*body])]
        while work:
            node = work.pop()
            if isinstance(node, Scope):
                scope = node  # where the next ones stand
            elif type(node) in DEFINING:
                work += self._define(node, scope)
            elif type(node) not in LEAVES:
                if type(node) in BINDING:
                    self._bind_statement(node, scope)
                work += reversed(children(node))

    def _define(self, node: ast.AST, scope: Scope) -> list[ast.AST | Scope]:
        """Bind a definition or an import; returns what is inside it for the work list, with the scopes it stands in."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                inner = self._define_function(node, scope)
                outside = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
                inside: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else [*node.body]
                if not isinstance(node, ast.Lambda):
                    outside += node.decorator_list
                return [*outside, scope, *reversed(inside), inner]
            case ast.ClassDef():
                made = self._define_class(node, scope)
                return [*node.bases, *node.keywords, *node.decorator_list, scope, *reversed(node.body), made]
            case ast.Import() | ast.ImportFrom():
                self._import(node, scope)
        return []

    def _define_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> Scope:
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        inner = Scope(scope.module, "function", scope, scope.owner)
        full = f"{scope.owner.full}.{name}" if scope.kind == "class" and scope.owner else f"{scope.module}.{name}"
        made = Function(node, inner, full)
        self.scopes[id(node)], self.functions[id(node)] = inner, made
        if not isinstance(node, ast.Lambda):
            scope.bind(name, Binding(node.lineno, scope, made))
            if scope.kind == "class":
                self.methods.setdefault(name, []).append(made)
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for parameter in (*given, node.args.vararg, node.args.kwarg):
            if parameter is not None:
                inner.bind(parameter.arg, Binding(node.lineno, inner))
        if scope.kind == "class" and scope.owner and given and not is_static(node):
            inner.bind(given[0].arg, Binding(node.lineno, inner, Instance(scope.owner)))
        return inner

    def _define_class(self, node: ast.ClassDef, scope: Scope) -> Scope:
        inner = Scope(scope.module, "class", scope)
        made = Class(node, inner, f"{scope.module}.{node.name}")
        inner.owner = made
        self.scopes[id(node)], self.classes[id(node)] = inner, made
        scope.bind(node.name, Binding(node.lineno, scope, made))
        return inner

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        if isinstance(node, ast.Import):
            for part in node.names:
                # `import torch.nn as nn` binds the end of the path, `import torch.nn` its beginning
                path, name = part.name, part.asname or part.name.partition(".")[0]
                scope.bind(name, Binding(node.lineno, scope, self.module(path if part.asname else name)))
            return
        path = node.module or ""
        for part in node.names:
            if part.name == "*":
                scope.top().stars.append(path)
            elif path in self.modules:
                scope.bind(part.asname or part.name, Binding(node.lineno, scope, imported=(path, part.name)))
            else:
                whole = f"{path}.{part.name}" if path else part.name
                scope.bind(part.asname or part.name, Binding(node.lineno, scope, self.module(whole)))

    def module(self, path: str, hidden: bool = False) -> Symbol:
        return OwnModule(path) if path in self.modules else Library(path, hidden)

    def _bind_statement(self, node: ast.AST, scope: Scope) -> None:
        for target, value in assignments(node):
            self._bind_target(target, value, scope)
        match node:
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                self._bind_target(target, None, scope)
            case ast.withitem(optional_vars=ast.expr() as target, context_expr=value):
                self._bind_target(target, value, scope)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                scope.bind(name, Binding(getattr(node, "lineno", 0), scope))
            case ast.Global(names=names):
                # a later assignment in this scope is one to the module
                for name in names:
                    scope.names[name] = scope.top().names.setdefault(name, [])

    def _bind_target(self, target: ast.expr, value: ast.expr | None, scope: Scope) -> None:
        work: list[tuple[ast.expr, ast.expr | None]] = [(target, value)]
        while work:
            target, value = work.pop()
            binding = Binding(target.lineno, scope, value=value)
            match target:
                case ast.Name(id=name):
                    scope.bind(name, binding)
                case ast.Starred(value=inner):
                    work.append((inner, None))
                case ast.Tuple(elts=parts) | ast.List(elts=parts):
                    given = value.elts if isinstance(value, ast.Tuple | ast.List) else []
                    same = len(given) == len(parts) and not any(isinstance(p, ast.Starred) for p in (*given, *parts))
                    work += [(part, given[i] if same else None) for i, part in enumerate(parts)]
                case ast.Attribute() if value is not None:
                    self._later.append((scope, target, binding))
                case ast.Subscript() if value is not None and isinstance(root := innermost(target), ast.Name):
                    # TABLE["soft"] = …: whoever uses TABLE uses what was put there
                    _home(scope, root.id).bind(root.id, binding)

    def _bind_attribute(self, scope: Scope, target: ast.Attribute, binding: Binding) -> None:
        for owner in self.meaning(target.value, scope):
            match owner:
                case OwnModule(name):
                    self.modules[name].bind(target.attr, binding)
                case Class() as cls:
                    cls.attributes.setdefault(target.attr, []).append(binding)
                case Instance(cls):
                    cls.attributes.setdefault(target.attr, []).append(binding)

    # From an expression to what it stands for

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
        home = _home(scope, name)
        key = (id(home), name)
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._busy or depth > MAX_CHAIN:
            return frozenset()
        self._busy.add(key)
        found: set[Symbol] = set()
        if name in home.names:
            for binding in home.names[name][:_MAX_BINDINGS]:
                found |= self.bound(binding, depth)
        else:
            for star in home.stars:
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
                return {Library(f"{path}.{attr}", hidden or was_hidden)}
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
            case "builtins.vars":
                return self.meaning(first, scope, depth)
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
        dictionary = isinstance(base, ast.Call) or (isinstance(base, ast.Attribute) and base.attr == "__dict__")
        return self._each(owners, key, depth, hidden=True) if dictionary else frozenset()

    # Strings put together from pieces

    def text(self, node: ast.expr | None, scope: Scope, depth: int = 0) -> str | None:
        """The string that a constant expression makes; None where it is not constant."""
        if node is None or depth > MAX_CHAIN:
            return None
        # Each expression is worked out once: names that double each other would otherwise take 2^n steps.
        if id(node) not in self._texts:
            self._texts[id(node)] = None  # should it lead back to itself
            self._texts[id(node)] = self._worked_out(node, scope, depth + 1)
        return self._texts[id(node)]

    def _worked_out(self, node: ast.expr, scope: Scope, deeper: int) -> str | None:
        match node:
            case ast.Constant(value=str(text)):
                return text if len(text) <= _MAX_TEXT else None
            case ast.FormattedValue(value=inner):
                return self.text(inner, scope, deeper)
            case ast.JoinedStr(values=parts):
                return self._joined("", parts, scope, deeper)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined("", [left, right], scope, deeper)
            case ast.Subscript(value=inner, slice=cut):
                return self._cut(self.text(inner, scope, deeper), cut)
            case ast.Call(func=ast.Name(id="chr"), args=[ast.Constant(value=int(code))]) if 0 < code < 0x110000:
                return chr(code)
            case ast.Call(func=ast.Attribute(value=inner, attr=method), args=args):
                return self._method(self.text(inner, scope, deeper), method, args, scope, deeper)
            case ast.Name(id=name):
                bindings = _home(scope, name).names.get(name, [])
                if len(bindings) == 1:
                    return self.text(bindings[0].value, bindings[0].scope, deeper)
        return None

    def _joined(self, glue: str, parts: Collection[ast.expr], scope: Scope, depth: int) -> str | None:
        texts = [self.text(part, scope, depth) for part in list(parts)[:200]]
        whole = [text for text in texts if text is not None]
        return glue.join(whole) if len(whole) == len(parts) and sum(map(len, whole)) <= _MAX_TEXT else None

    def _method(self, text: str | None, method: str, args: list[ast.expr], scope: Scope, depth: int) -> str | None:
        if text is None:
            return None
        if method == "join" and len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple):
            return self._joined(text, args[0].elts, scope, depth)
        given = [self.text(arg, scope, depth) for arg in args]
        known = [part for part in given if part is not None]
        if len(known) == len(given) and len(text) <= MAX_CHAIN * 10:
            if method in ("lower", "upper", "strip", "swapcase", "title", "casefold") and not known:
                return str(getattr(text, method)())
            if method == "replace" and len(known) == 2:
                return text.replace(known[0], known[1])[:_MAX_TEXT]
            if method == "format" and "{" in text and text.replace("{}", "").isidentifier():
                return text.replace("{}", "%s") % tuple(known) if text.count("{}") == len(known) else None
        return None

    @staticmethod
    def _cut(text: str | None, cut: ast.expr) -> str | None:
        if text is None or not isinstance(cut, ast.Slice):
            return None
        bounds: list[int | None] = []
        for bound in (cut.lower, cut.upper, cut.step):
            sign = -1 if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub) else 1
            number = bound.operand if isinstance(bound, ast.UnaryOp) else bound
            if number is None:
                bounds.append(None)
            elif isinstance(number, ast.Constant) and type(number.value) is int:
                bounds.append(sign * number.value)
            else:
                return None
        return None if bounds[2] == 0 else text[slice(*bounds)]


def _home(scope: Scope, name: str) -> Scope:
    """The scope that a name belongs to, by Python's rules: class bodies are not seen from inside their methods."""
    here = scope
    while here.parent is not None:
        if name in here.names and (here.kind != "class" or here is scope):
            return here
        here = here.parent
    return here
