"""Finds which names a source binds, and to what: imports, definitions, assignments, patterns, tables.

Nothing here ever runs it. What a name then stands for is worked out in `names`.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping

from ...checks.module_names import beside, from_python, in_python
from . import annotated
from .bypasses import mentions_hooks
from .symbols import Binding, Class, Function, Instance, Library, OwnModule, Scope, Symbol, home, inside
from .texts import Texts
from .trees import (
    BINDING,
    DEFINING,
    KEEPING,
    LEAVES,
    TooMuch,
    assignments,
    children,
    hands_over,
    innermost,
    is_dictionary,
    is_main_guard,
    is_static,
    keeps_something,
    parsed,
)

_STEPS_PER_CHARACTER = 4
"""Of text that the source executes: to parse it takes about as long."""


class Index(Texts):
    """A set of files, read once: which names are bound where, and to what."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        super().__init__()
        self.modules: dict[str, Scope] = {}
        self.too_much: set[str] = set()
        """Files that Python may be able to run, but that cannot be read."""
        self.scopes: dict[int, Scope] = {}
        self.functions: dict[int, Function] = {}
        self.classes: dict[int, Class] = {}
        self._classes_named: dict[str, list[Class]] = {}
        self.methods: dict[str, list[Function]] = {}
        self.texts = 0
        """How many `index_text` has read; with each of them, names may stand for more."""
        self._later: list[tuple[Scope, ast.Attribute | ast.Subscript, Binding]] = []
        self._calls: list[tuple[Scope, ast.Call]] = []
        self._matches: list[tuple[Scope, ast.Match]] = []
        self._at_home: set[int] = set()
        """Calls that only run at home, under `if __name__ == "__main__":`."""
        self._keeping: dict[int, bool] = {}
        """By function: whether it puts what it is given where it stays. It may be called many times."""
        self._indexed: dict[tuple[str, int], list[ast.stmt]] = {}
        self.taken: dict[int, list[ast.expr]] = {}
        """By `match` statement: what its patterns take from their subject."""
        self.patched: dict[str, list[Binding]] = {}
        """Library path → what the source puts in its place."""
        self.patches: dict[str, list[Binding]] = {}
        """The same by the last name alone."""
        self.impostors: list[Binding] = []
        """What the source puts into sys.modules."""
        self.trees: dict[str, ast.Module] = {}
        """Of the files that can be read. Scopes are looked up by the identity of nodes, so every tree stays alive."""
        self._kept: list[ast.AST] = []
        """The trees of texts inside them, and expressions of our own, for the same reason."""
        self.annotations_count = any(map(annotated.are_looked_at, sources.values()))
        """Whether the source looks at annotations, so that what stands in one may be called."""
        self.hooked = {name for name, text in sources.items() if mentions_hooks(text)}
        """Files that may give the interpreter something to call by itself."""
        for name, text in sources.items():
            if (tree := self._tree(text, name)) is not None:
                self.trees[name] = tree
                self.modules[name] = Scope(name, "module", None)
        for name, tree in self.trees.items():
            self._index(tree.body, self.modules[name])
        self._settle()

    def _settle(self) -> None:
        """Bind what can only be bound once all names are known."""
        later, self._later = self._later, []
        for scope, target, binding in later:
            self._bind_member(scope, target, binding)
        matches, self._matches = self._matches, []
        for scope, statement in matches:
            self._bind_patterns(scope, statement)
        calls, self._calls = self._calls, []
        for scope, call in calls:
            self._bind_call(scope, call)

    def index_text(self, text: str, scope: Scope) -> list[ast.stmt]:
        """Read more source, as if it stood in `scope`: the argument of an `exec`."""
        key = (text, id(scope))
        if key not in self._indexed:
            self._indexed[key] = []
            if self.work.over:
                self.work.give_up()
                return []
            self.work.spend(_STEPS_PER_CHARACTER * len(text))
            tree = self._tree(text)
            self._indexed[key] = tree.body if tree else []
            if tree is not None:
                self._kept.append(tree)
                self._index(tree.body, scope)
                self._settle()
                self._forget()
                self.texts += 1
        return self._indexed[key]

    def _tree(self, text: str, name: str | None = None) -> ast.Module | None:
        try:
            return parsed(text)
        except TooMuch:
            if name is None:
                self.work.give_up()
            else:
                self.too_much.add(name)
            return None

    def _index(self, body: Iterable[ast.AST], scope: Scope) -> None:
        """Fill `scope`, and make the scopes inside it; a work list instead of recursion, so depth costs nothing."""
        work: list[ast.AST | Scope] = [*reversed([*body])]
        while work:
            node = work.pop()
            kind = type(node)
            if isinstance(node, Scope):
                scope = node  # where the next ones stand
            elif kind in DEFINING:
                work += self._define(node, scope)
            elif kind not in LEAVES:
                if isinstance(node, ast.Call):
                    if scope.kind != "function" or _leaves_something(node.func):
                        self._calls.append((scope, node))
                elif kind in BINDING:
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
                    outside += [*node.decorator_list, *annotated.said_of(node)]
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
        made = inner.function = Function(node, inner, _full(scope, name))
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
        made = Class(node, inner, _full(scope, node.name))
        inner.owner = made
        self._classes_named.setdefault(node.name, []).append(made)
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
        own = from_python(path)
        if node.level and "/" in scope.module:  # in a folder `from .stack` is the file beside this one
            own = beside(scope.module, node.level, path)
            path = in_python(own)
        for part in node.names:
            if part.name == "*":
                scope.top().stars[own if own in self.modules else path] = None
            elif own in self.modules:
                scope.bind(part.asname or part.name, Binding(node.lineno, scope, imported=(own, part.name)))
            else:
                whole = f"{path}.{part.name}" if path else part.name
                scope.bind(part.asname or part.name, Binding(node.lineno, scope, self.module(whole)))

    def module(self, path: str, hidden: bool = False) -> Symbol:
        own = from_python(path)
        return OwnModule(own) if own in self.modules else Library(path, hidden)

    def _bind_statement(self, node: ast.AST, scope: Scope) -> None:
        for target, value in assignments(node):
            self._bind_target(target, value, scope)
        match node:
            case ast.If() if scope.kind == "module" and is_main_guard(node) and "__name__" not in scope.names:
                inside = (part for statement in node.body for part in ast.walk(statement))
                self._at_home |= {id(part) for part in inside if isinstance(part, ast.Call)}
            case ast.Match():
                self._matches.append((scope, node))
            case ast.AnnAssign(target=ast.Name(), annotation=said) if scope.kind != "function":
                if self.annotations_count:
                    scope.bind(annotated.TABLE, Binding(node.lineno, scope, value=said))
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                self._bind_loop(node.target, node.iter, scope)
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
                case ast.Subscript(value=table, slice=key) if value is not None:
                    if isinstance(root := innermost(table), ast.Name):
                        # TABLE["soft"] = …: whoever uses TABLE uses what was put there
                        if root is table and isinstance(key, ast.Constant) and isinstance(key.value, str):
                            binding.key = key.value
                        home(scope, root.id).bind(root.id, binding)
                    if not isinstance(table, ast.Name):
                        self._later.append((scope, target, binding))

    def _bind_loop(self, target: ast.expr, values: ast.expr, scope: Scope) -> None:
        """A loop in a function is read with the function; of one outside, what it goes over is kept for the name."""
        self._bind_target(target, None, scope)
        if scope.kind != "function":
            given = values.elts if isinstance(values, ast.List | ast.Tuple) else [self._part(values, ast.Constant(0))]
            for value in given:
                self._bind_target(target, value, scope)

    def _part(self, whole: ast.expr, key: ast.expr) -> ast.expr:
        return self._made_up(ast.Subscript(whole, key, ast.Load()), whole)

    def _made_up(self, node: ast.expr, near: ast.AST) -> ast.expr:
        """An expression that does not stand in the source."""
        for part in (node, getattr(node, "slice", None)):
            if isinstance(part, ast.expr) and not hasattr(part, "lineno"):
                ast.copy_location(part, near)
        self._kept.append(node)
        return node

    def _bind_member(self, scope: Scope, target: ast.Attribute | ast.Subscript, binding: Binding) -> None:
        """`thing.name = …`, `globals()["name"] = …`, `sys.modules["name"] = …`"""
        if isinstance(target, ast.Attribute):
            self._bind_attribute(self.meaning(target.value, scope), target.attr, binding)
            return
        owners, name = self.meaning(target.value, scope), self.text(target.slice, scope)
        if Library("sys.modules") in owners:
            self.impostors.append(binding)
            self._forget()
        elif name is not None and is_dictionary(target.value):
            self._bind_attribute(owners, name, binding)

    def _bind_attribute(self, owners: Iterable[Symbol], name: str, binding: Binding) -> None:
        for owner in owners:
            match owner:
                case OwnModule(module):
                    self.modules[module].bind(name, binding)
                case Class() as cls:
                    cls.attributes.setdefault(name, []).append(binding)
                case Instance(cls):
                    cls.attributes.setdefault(name, []).append(binding)
                case Library(path):
                    self.patched.setdefault(inside(path, name), []).append(binding)
                    self.patches.setdefault(name.rpartition(".")[2], []).append(binding)
        self._forget()

    def _bind_patterns(self, scope: Scope, statement: ast.Match) -> None:
        """`case object(softmax=f)` is `f = subject.softmax`."""
        taken: list[ast.expr] = []
        work = [(case.pattern, statement.subject) for case in statement.cases]
        while work:
            pattern, subject = work.pop()
            match pattern:
                case ast.MatchAs(pattern=inner, name=name):
                    if name is not None:
                        scope.bind(name, Binding(pattern.lineno, scope, value=subject))
                    work += [(inner, subject)] if inner is not None else []
                case ast.MatchOr(patterns=parts):
                    work += [(part, subject) for part in parts]
                case ast.MatchSequence(patterns=parts):
                    given = subject.elts if isinstance(subject, ast.Tuple | ast.List) else []
                    same = len(given) == len(parts)
                    for i, part in enumerate(parts):
                        work.append((part, given[i] if same else self._part(subject, ast.Constant(i))))
                case ast.MatchMapping(keys=keys, patterns=parts):
                    work += [(part, self._part(subject, key)) for key, part in zip(keys, parts, strict=True)]
                case ast.MatchClass(cls=cls, patterns=places, kwd_attrs=names, kwd_patterns=parts):
                    found = [*zip(names, parts, strict=True), *zip(self._match_args(cls), places, strict=False)]
                    for attr, part in found:
                        member = self._made_up(ast.Attribute(subject, attr, ast.Load()), pattern)
                        taken.append(member)
                        work.append((part, member))
        self.taken[id(statement)] = taken
        self._forget()

    def _match_args(self, cls: ast.expr) -> list[str]:
        for made in self._classes_named.get(cls.id, ()) if isinstance(cls, ast.Name) else ():
            for binding in made.scope.names.get("__match_args__", ()):
                if isinstance(binding.value, ast.Tuple | ast.List):
                    return [self.text(part, binding.scope) or "" for part in binding.value.elts]
        return []

    def _bind_call(self, scope: Scope, call: ast.Call) -> None:
        """Calls that are made for what they leave behind."""
        if id(call) in self._at_home:
            return
        match call.func:
            case ast.Name(id="setattr") if len(call.args) == 3:
                if name := self.text(call.args[1], scope):
                    binding = Binding(call.lineno, scope, value=call.args[2])
                    self._bind_attribute(self.meaning(call.args[0], scope), name, binding)
            case ast.Attribute(value=table, attr=attr) if attr in KEEPING:
                self._bind_kept(scope, call, table, attr)
            case ast.Name() | ast.Attribute() if scope.kind != "function" and (call.args or call.keywords):
                for symbol in self.meaning(call.func, scope):
                    if isinstance(symbol, Function) and self._keeps(symbol.node):
                        self._bind_parameters(scope, call, symbol)

    def _keeps(self, function: ast.AST) -> bool:
        if id(function) not in self._keeping:
            self._keeping[id(function)] = keeps_something(function)
        return self._keeping[id(function)]

    def _bind_kept(self, scope: Scope, call: ast.Call, table: ast.expr, attr: str) -> None:
        """`TABLE.append(…)`, `globals().update(…)`: whoever uses the table uses what was put there."""
        owners = self.meaning(table, scope)
        given = [arg for arg in (*call.args, *(keyword.value for keyword in call.keywords)) if hands_over(arg)]
        if Library("sys.modules") in owners:
            self.impostors += [Binding(call.lineno, scope, value=arg) for arg in given]
        elif is_dictionary(table) and any(isinstance(owner, OwnModule | Class | Instance) for owner in owners):
            self._bind_entries(scope, call, owners)
        elif any(isinstance(owner, Library) for owner in owners):
            return
        elif isinstance(root := innermost(table), ast.Name) and home(scope, root.id).kind == "module":
            for arg in given:
                home(scope, root.id).bind(root.id, Binding(call.lineno, scope, value=arg))
        else:
            return
        self._forget()

    def _bind_entries(self, scope: Scope, call: ast.Call, owners: Iterable[Symbol]) -> None:
        pairs = [(keyword.arg, keyword.value) for keyword in call.keywords]
        if len(call.args) == 2:
            pairs.append((self.text(call.args[0], scope), call.args[1]))
        for given in [*(call.args[:1] if len(call.args) == 1 else ()), *(v for name, v in pairs if name is None)]:
            if isinstance(given, ast.Dict):
                pairs += [(self.text(key, scope), value) for key, value in zip(given.keys, given.values, strict=True)]
            for symbol in self.meaning(given, scope):
                if isinstance(symbol, Library) and any(isinstance(owner, OwnModule) for owner in owners):
                    scope.top().stars[symbol.path] = None  # globals().update(vars(torch)) is a star import
        for name, value in pairs:
            if name is not None:
                self._bind_attribute(owners, name, Binding(call.lineno, scope, value=value))

    def _bind_parameters(self, scope: Scope, call: ast.Call, function: Function) -> None:
        """What a function is given that keeps it: `install(torch.softmax)`."""
        parameters = [part.arg for part in (*function.node.args.posonlyargs, *function.node.args.args)]
        given = [*zip(parameters, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
        for name, value in given:
            if name in function.scope.names and hands_over(value):
                function.scope.bind(name, Binding(call.lineno, scope, value=value))
        self._forget()

    @abstractmethod
    def meaning(self, node: ast.expr | None, scope: Scope) -> Collection[Symbol]:
        """Everything that the expression may stand for; empty where that is unknown."""

    @abstractmethod
    def _forget(self) -> None:
        """Drop what names stood for until now: something new is bound."""


def _leaves_something(func: ast.expr) -> bool:
    if isinstance(func, ast.Attribute):
        return func.attr in KEEPING
    return isinstance(func, ast.Name) and func.id == "setattr"


def _full(scope: Scope, name: str) -> str:
    """By this name a task's own function is known; one that is made inside another function is nobody's task."""
    if scope.kind == "function":
        return f"{scope.module}.<locals>.{name}"
    return f"{scope.owner.full}.{name}" if scope.kind == "class" and scope.owner else f"{scope.module}.{name}"
