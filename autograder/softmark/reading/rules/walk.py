"""Reads one piece of code: what it uses of a library, and where it leads.

A piece is a function, the frame of a class, or a value that a name stands for. Each is read once, whoever reaches it;
`reach` then puts together what a task reaches.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import annotated, bypasses
from .name_values import Code
from .observations import Observation
from .symbols import Binding, Class, Function, Instance, Library, OwnModule, Scope, Symbol, Value, home, inside
from .trees import (
    assignments,
    children,
    defaults,
    is_docstring,
    is_main_guard,
    is_reference,
    is_sum,
    parameters,
    written,
)

_RUNS_TEXT = ("builtins.eval", "builtins.exec", "builtins.compile", "torch.jit.CompilationUnit")
_BY_NAME = ("operator.attrgetter", "operator.methodcaller")
_LOOKS_ONLY = {"builtins.isinstance", "builtins.issubclass", "builtins.hasattr", "builtins.getattr"}
"""These are given a library, or something of it, and do not hand it on."""
_MOST_WORDS, _LONGEST = 20, 120
_SPLITS = ("split", "rsplit", "splitlines", "partition", "rpartition")
_LIBRARIES = (
    *("torch", "torch.nn", "torch.nn.functional", "torch.nn.modules", "torch.special", "torch.functional", "numpy"),
    *("torch.sparse", "torch.masked", "torch.distributions", "torch.ops", "torch.ops.aten", "torch._C", "torch._VF"),
    *("torch.nn.attention", "torch._refs", "torch._prims", "torch._decomp", "torch.ao", "torch.jit", "numpy.linalg"),
)
"""What is a module for certain; handed on as a value, reading loses sight of what is taken from it."""


class Use(NamedTuple):
    """Something that a rule may forbid."""

    module: str
    line: int
    name: str
    """A library path; of a member, and of a word in a string, its own name alone."""
    written: str
    hidden: bool = False
    member: bool = False
    """A member of something unknown: most likely of a tensor."""
    own: frozenset[Class] = frozenset()
    """Classes of the student's own that have such a member too."""


class Lead(NamedTuple):
    """Where a piece leads."""

    to: Symbol
    line: int | None = None
    """For text that the source executes, the line where it does."""


@dataclass(eq=False)
class Piece:
    """What was found in one piece of code."""

    uses: dict[Use, None] = field(default_factory=dict)
    """Each once, in the order in which they were met."""
    notes: dict[Observation, None] = field(default_factory=dict)
    leads: dict[Lead, None] = field(default_factory=dict)
    strings: list[tuple[ast.expr, Scope, int, bool]] = field(default_factory=list)
    """What may spell a name, should one be needed: the expression, where it stands, and whether it is split."""
    looks_up: bool = False
    """Whether a name in a string can become the thing itself here."""
    hooks: bool = False
    """Whether it gives the interpreter something to call by itself, or calls what such a hook leads to."""
    unread: bool = False
    """Whether some of it would have taken too much work to read."""
    members: set[str] = field(default_factory=set)
    """Members of something unknown that were met."""
    words: list[Use] | None = None
    """The names that its strings spell, once somebody has asked."""


class Reader:
    """Reads each piece once."""

    def __init__(self, code: Code, contract: frozenset[str]) -> None:
        self.code = code
        self.texts = code.texts
        """Text that the source executes adds to what names stand for; what was read before it is out of date."""
        self.contract = contract
        """The names of all tasks."""
        self._pieces: dict[tuple[ast.AST | str, int | None], Piece] = {}
        self._owners: dict[str, frozenset[Class]] = {}
        """By the name of a member: the student's own classes that have it."""
        self._here = Piece()
        self._work: list[tuple[ast.AST, Scope, int | None]] = []

    # The pieces

    def function(self, function: Function, line: int | None = None) -> Piece:
        node, outside = function.node, function.scope.parent or function.scope
        if (known := self._pieces.get((node, line))) is not None:
            return known
        parts: list[tuple[ast.AST, Scope]] = [(part, outside) for part in defaults(node)]
        if isinstance(node, ast.Lambda):
            parts.append((node.body, function.scope))
        else:
            parts += [(part, outside) for part in node.decorator_list]
            parts += [(part, outside) for said in annotated.said_of(node) for part in self._annotation(said, outside)]
            parts += [(part, function.scope) for part in node.body if not is_docstring(part)]
        return self._read(node, line, parts)

    def _annotation(self, said: ast.expr, scope: Scope) -> list[ast.AST]:
        """What of an annotation is read: a type is only named there, unless somebody looks at annotations."""
        if not self.code.annotations_count:
            return annotated.more_than_types(said)
        text = self.code.text(said, scope)
        read: list[ast.AST] = [*self.code.index_text(text, scope)] if text else [said]
        for part in (part for each in read if text for part in ast.walk(each) if hasattr(part, "lineno")):
            part.lineno = said.lineno
        return read

    def frame(self, cls: Class) -> Piece:
        """What making and using an instance runs in any case: bases, class body, constructor, operators."""
        if (known := self._pieces.get((cls.node, None))) is not None:
            return known
        outside = cls.scope.parent or cls.scope
        parts: list[tuple[ast.AST, Scope]] = [
            (part, outside) for part in (*cls.node.bases, *cls.node.keywords, *cls.node.decorator_list)
        ]
        for statement in cls.node.body:
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and not is_docstring(statement):
                parts.append((statement, cls.scope))
        piece = self._read(cls.node, None, parts)
        for name, bindings in cls.scope.names.items():
            if name.startswith("__") and name.endswith("__"):
                self._lead_to_functions(piece, bindings)
        return piece

    def members(self, cls: Class) -> list[Function]:
        """Its methods, operators apart."""
        found = [binding.symbol for bindings in cls.scope.names.values() for binding in bindings]
        return [symbol for symbol in found if isinstance(symbol, Function)]

    def value(self, binding: Binding, line: int | None = None) -> Piece:
        if binding.value is None:
            return Piece()
        return self._read(binding.value, line, [(binding.value, binding.scope)])

    def imported(self, module: str) -> Piece:
        """What runs when a file is imported."""
        scope, tree = self.code.modules[module], self.code.trees[module]
        parts: list[tuple[ast.AST, Scope]] = []
        for statement in tree.body:
            if isinstance(statement, ast.If) and is_main_guard(statement) and "__name__" not in scope.names:
                parts += [(part, scope) for part in statement.orelse]
            elif not isinstance(statement, _DEFINITIONS) and not is_docstring(statement):
                parts.append((statement, scope))
        return self._read(module, None, parts)

    @staticmethod
    def _lead_to_functions(piece: Piece, bindings: Iterable[Binding]) -> None:
        for binding in bindings:
            if isinstance(binding.symbol, Function):
                piece.leads[Lead(binding.symbol)] = None

    def _read(self, key: ast.AST | str, line: int | None, parts: list[tuple[ast.AST, Scope]]) -> Piece:
        if (known := self._pieces.get((key, line))) is not None:
            return known
        self._here = piece = self._pieces[key, line] = Piece()
        self._work = [(node, scope, line) for node, scope in reversed(parts)]
        work, counted, seen = self._work, self.code.work, set[tuple[int, int | None]]()
        before = counted.given_up
        while work:
            node, scope, line = work.pop()
            if (id(node), line) in seen:  # the subject of a `match` is what each of its patterns begins with
                continue
            seen.add((id(node), line))
            counted.spend()
            if line is not None and counted.over:  # text that is executed can be the same in a thousand places
                counted.give_up()
                break
            if reads := _READS.get(type(node)):
                reads(self, node, scope, line)
            else:
                work += [(part, scope, line) for part in children(node)]
        piece.unread = counted.given_up > before
        return piece

    # One node

    def _name(self, node: ast.Name, scope: Scope, line: int | None) -> None:
        if isinstance(node.ctx, ast.Load):
            self._reference(node, scope, line, self.code.meaning(node, scope))

    def _attribute(self, node: ast.Attribute, scope: Scope, line: int | None) -> None:
        owners = self.code.meaning(node.value, scope)
        if isinstance(node.ctx, ast.Load):
            self._reference(node, scope, line, self.code.meaning(node, scope))
            if all(isinstance(owner, Value) for owner in owners):
                self._unknown_member(node, scope, line)
            if node.attr in bypasses.LOOKUP_MEMBERS and not all(
                isinstance(o, Class | Instance | OwnModule) for o in owners
            ):
                self._here.looks_up = True
        elif any(isinstance(owner, Library) and bypasses.is_hook(inside(owner.path, node.attr)) for owner in owners):
            self._here.hooks = True
        # of `torch.nn.functional.relu` only the whole is a use, not the `torch.nn` in it
        base = node.value
        while owners and all(isinstance(owner, Library) for owner in owners):
            if not isinstance(base, ast.Attribute):
                break
            base = base.value
            owners = self.code.meaning(base, scope)
        if not (isinstance(base, ast.Name) and owners and all(isinstance(owner, Library) for owner in owners)):
            self._push([base], scope, line)

    def _subscript(self, node: ast.Subscript, scope: Scope, line: int | None) -> None:
        picked = self.code.entries(node, scope) if isinstance(node.ctx, ast.Load) else None
        if picked is not None:
            for binding in picked:
                self._here.leads[Lead(Value(binding), line)] = None
            return
        self._reference(node, scope, line, self.code.meaning(node, scope))
        self._push([node.value, node.slice], scope, line)

    def _constant(self, node: ast.Constant, scope: Scope, line: int | None) -> None:
        if isinstance(node.value, str):
            self._here.strings.append((node, scope, line or node.lineno, False))

    def _operation(self, node: ast.BinOp | ast.JoinedStr, scope: Scope, line: int | None) -> None:
        if isinstance(node, ast.JoinedStr) or isinstance(node.op, ast.Add):
            self._here.strings.append((node, scope, line or node.lineno, False))
        self._push(children(node), scope, line)

    def _match(self, node: ast.Match, scope: Scope, line: int | None) -> None:
        self._push([*self.code.taken.get(id(node), ()), *children(node)], scope, line)

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef, _: Scope, line: int | None) -> None:
        if function := self.code.functions.get(id(node)):
            self._here.leads[Lead(function, line)] = None

    def _lambda(self, node: ast.Lambda, scope: Scope, line: int | None) -> None:
        self._push(defaults(node), scope, line)
        self._push([node.body], self.code.scopes.get(id(node), scope), line)

    def _class_definition(self, node: ast.ClassDef, _: Scope, __: int | None) -> None:
        if made := self.code.classes.get(id(node)):
            self._here.leads[Lead(made)] = None

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope, line: int | None) -> None:
        """Read an import, which uses nothing yet."""

    def _statement(self, node: ast.Expr, scope: Scope, line: int | None) -> None:
        if not is_docstring(node):
            self._push([node.value], scope, line)

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.NamedExpr, scope: Scope, line: int | None) -> None:
        """`soft = torch.softmax` alone uses nothing yet: the line that uses `soft` is the one to show."""
        if isinstance(node, ast.AnnAssign):
            self._push(self._annotation(node.annotation, scope), scope, line)
        for target, value in assignments(node):
            alias = isinstance(target, ast.Name) and is_reference(value) and not isinstance(node, ast.NamedExpr)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                alias = all(isinstance(t, ast.Name) for t in target.elts) and all(map(is_reference, value.elts))
            if isinstance(target, ast.Attribute) and is_reference(value):
                # `self.F = F`: what is taken from it is found where it is taken
                alias = self._is_own(target.value, scope) and self._is_module(value, scope)
            self._push([target] if alias else [target, value], scope, line)

    def _push(self, nodes: Iterable[ast.AST], scope: Scope, line: int | None) -> None:
        self._work += [(node, scope, line) for node in nodes]

    def _call(self, node: ast.Call, scope: Scope, line: int | None) -> None:
        where, func = line or node.lineno, node.func
        first = node.args[0] if node.args else None
        given: list[ast.expr] = [*node.args, *(keyword.value for keyword in node.keywords)]
        paths = dict.fromkeys(s.path for s in self.code.meaning(func, scope) if isinstance(s, Library))
        for path in paths:
            if path in _RUNS_TEXT or path.startswith("torch.jit."):
                text = self.code.text(first, scope)
                self._push(self.code.index_text(text, scope) if text else (), scope, where)
            elif path in _BY_NAME:
                for step in dict.fromkeys((self.code.text(first, scope) or "").split(".")):
                    self._here.uses[Use(scope.module, where, step, path, hidden=True, member=True)] = None
            elif path == "builtins.getattr" and len(node.args) > 1:
                self._getattr(node, scope, where)
        for symbol in self.code.meaning(node, scope):
            if isinstance(symbol, Library):
                self._library(symbol, scope.module, where, written(func), line is not None)
        if isinstance(func, ast.Attribute) and func.attr in _SPLITS:
            self._here.strings.append((func.value, scope, where, True))
        elif isinstance(func, ast.Attribute) and isinstance(func.value, ast.Constant | ast.JoinedStr):
            self._here.strings.append((node, scope, where, False))
        if paths and paths.keys() <= _LOOKS_ONLY:
            given = [arg for arg in given if not self._is_library(arg, scope)]
        plain = [*paths] == ["builtins.getattr"] or ([*paths] == ["builtins.setattr"] and self._is_own(first, scope))
        if not plain or not isinstance(func, ast.Name):
            self._push([func], scope, line)
        self._push(given, scope, line)

    def _is_own(self, node: ast.expr | None, scope: Scope) -> bool:
        return any(isinstance(symbol, Class | Instance) for symbol in self.code.meaning(node, scope))

    def _is_module(self, node: ast.expr, scope: Scope) -> bool:
        found = self.code.meaning(node, scope)
        return bool(found) and all(isinstance(symbol, Library) and symbol.path in _LIBRARIES for symbol in found)

    def _is_library(self, node: ast.expr, scope: Scope) -> bool:
        return is_reference(node) and any(isinstance(s, Library) for s in self.code.meaning(node, scope))

    def _getattr(self, node: ast.Call, scope: Scope, line: int) -> None:
        owners = self.code.meaning(node.args[0], scope)
        attr = self.code.text(node.args[1], scope)
        unknown = all(isinstance(owner, Value) for owner in owners)
        if attr is None:
            if any(isinstance(owner, Library) for owner in owners):
                self._here.looks_up = True
                self._note(scope.module, line, bypasses.BY_NAME, weight=bypasses.SERIOUS)
            elif unknown:
                self._here.looks_up = True
                self._note(scope.module, line, bypasses.UNKNOWN_MEMBER, weight=bypasses.HARMLESS)
        elif unknown:
            self._here.uses[Use(scope.module, line, attr, "getattr", hidden=True, member=True)] = None

    # What is met, and where it leads

    def _reference(self, node: ast.expr, scope: Scope, line: int | None, found: Iterable[Symbol]) -> None:
        counted = self.code.work
        counted.begin()
        for symbol in found:
            if not counted.goes_on():
                return
            if isinstance(symbol, Library):
                self._library(symbol, scope.module, line or node.lineno, written(node), line is not None)
            elif not isinstance(symbol, Value):
                self._here.leads[Lead(symbol)] = None
            elif symbol.binding.scope is not scope or scope.kind != "function":  # it is read with this function
                self._here.leads[Lead(symbol, line)] = None

    def _unknown_member(self, node: ast.Attribute, scope: Scope, line: int | None) -> None:
        """A member of something unknown: most likely of a tensor, unless a class of the student's own has it too."""
        attr, where = node.attr, line or node.lineno
        own = [] if attr.startswith("__") else self.code.methods.get(attr, [])
        if attr not in self._owners:
            self._owners[attr] = frozenset(owner for method in own if (owner := method.scope.owner) is not None)
        if attr not in self._here.members:
            self._here.members.add(attr)
            for method in own:
                self._here.leads[Lead(method)] = None
        self._patches(node, scope, line)
        classes = frozenset[Class]() if self._is_tensor(node.value, scope) else self._owners[attr]
        use = Use(scope.module, where, attr, written(node), line is not None, member=True, own=classes)
        self._here.uses[use] = None

    def _patches(self, node: ast.Attribute, scope: Scope, line: int | None) -> None:
        """Whatever the source puts in the place of some library's member of this name."""
        for each in self.code.patches.get(node.attr, ()):
            self.code.work.spend()
            if self.code.work.over:
                self.code.work.give_up()
                return
            self._reference(node, scope, line, self.code.bound(each))

    def _is_tensor(self, node: ast.expr, scope: Scope) -> bool:
        """Whether it is certain: a task's function is given tensors, and sums and products are tensors as well."""
        if isinstance(node, ast.BinOp | ast.UnaryOp):
            return True
        if isinstance(node, ast.Name):
            here = home(scope, node.id)
            task = here.function if here.function is not None and here.function.full in self.contract else None
            bindings = here.names.get(node.id, ())
            given = task is not None and node.id in parameters(task.node)
            return given and all(each.symbol is None and is_sum(each.value) for each in bindings)
        return False

    def _library(self, used: Library, module: str, line: int, written: str, in_text: bool = False) -> None:
        path, hidden = used
        self._here.uses[Use(module, line, path, written, hidden or in_text)] = None
        for says, weight in bypasses.private_paths(path):
            self._note(module, line, says, path, weight)
        if path in bypasses.LOOKUPS:
            self._here.looks_up = True
        if bypasses.is_hook(path):
            self._here.hooks = True
        for binding in self.code.patched.get(bypasses.HOOKED.get(path, ""), ()):
            self._here.leads[Lead(Value(binding))] = None
            for symbol in self.code.bound(binding):
                if isinstance(symbol, Library):
                    self._here.uses[Use(module, line, symbol.path, written, hidden=True)] = None
                else:
                    self._here.leads[Lead(symbol)] = None
        if path in _LIBRARIES:
            self._here.looks_up = True
            self._note(module, line, bypasses.HANDED_ON, path, bypasses.SERIOUS)
        if hidden:
            self._note(module, line, "takes a library function by a name in a string", path)

    def words(self, piece: Piece) -> list[Use]:
        """Strings that could be the names of something, and their parts."""
        if piece.words is None:
            before = self.code.work.given_up
            piece.words = [*self._words(piece)]
            piece.unread = piece.unread or self.code.work.given_up > before
        return piece.words

    def _words(self, piece: Piece) -> Iterator[Use]:
        for node, scope, line, split in piece.strings:
            text = self.code.text(node, scope) or ""
            for each in text.replace(",", " ").split()[:_MOST_WORDS] if split else [text]:
                if len(each) <= _LONGEST and each.replace(".", "").replace(":", "").isidentifier():
                    for word in each.replace(":", ".").split("."):
                        yield Use(scope.module, line, word, f'"{each}"', hidden=True)

    def _note(self, module: str, line: int, says: str, what: str = "", weight: int = bypasses.HARMLESS) -> None:
        self._here.notes[Observation(f"{module}.py", line, says, what, weight)] = None


_READS: dict[type[ast.AST], Callable[[Reader, Any, Scope, int | None], None]] = {
    ast.Name: Reader._name,
    ast.Attribute: Reader._attribute,
    ast.Call: Reader._call,
    ast.Subscript: Reader._subscript,
    ast.Constant: Reader._constant,
    ast.BinOp: Reader._operation,
    ast.JoinedStr: Reader._operation,
    ast.Match: Reader._match,
    ast.Expr: Reader._statement,
    ast.Assign: Reader._assignment,
    ast.AnnAssign: Reader._assignment,
    ast.NamedExpr: Reader._assignment,
    ast.FunctionDef: Reader._definition,
    ast.AsyncFunctionDef: Reader._definition,
    ast.Lambda: Reader._lambda,
    ast.ClassDef: Reader._class_definition,
    ast.Import: Reader._import,
    ast.ImportFrom: Reader._import,
}
"""How each kind of node is read; of any other kind, what is inside it."""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
