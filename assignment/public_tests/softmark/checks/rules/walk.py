"""Reading one task: everything that its functions, and the helpers they reach, use of a library."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .names import Class, Code, Function, Instance, Library, Scope, Symbol, Value
from .trees import assignments, children, is_reference


@dataclass(frozen=True)
class Observation:
    """Something staff may want to look at. Never a verdict."""

    file: str
    line: int
    says: str


_DOORS = {
    "threading": "starts threads",
    "multiprocessing": "starts processes",
    "concurrent": "starts threads or processes",
    "subprocess": "starts processes",
    "ctypes": "reaches into memory",
    "gc": "searches the interpreter's objects",
    "inspect": "looks at frames and sources",
    "sys._getframe": "looks at frames",
    "pickle": "unpickles code",
    "marshal": "unpacks code",
    "types.CodeType": "puts code together",
    "builtins.eval": "evaluates text",
    "builtins.exec": "executes text",
    "builtins.compile": "compiles text",
    "builtins.setattr": "sets attributes by name",
    "torch.ops": "calls the library's operators by their private door",
    "torch._C": "calls the library by its private door",
    "torch.jit": "compiles code",
    "torch.fx": "rewrites code",
    "torch.utils.cpp_extension": "compiles code",
}
"""Paths that reading cannot see through: a note for staff."""
_ANY_DOOR = tuple(_DOORS)
_RUNS_TEXT = ("builtins.eval", "builtins.exec", "builtins.compile", "torch.jit.CompilationUnit")
_BY_NAME = ("operator.attrgetter", "operator.methodcaller")


class _Use(NamedTuple):
    """Something that a rule may forbid."""

    module: str
    line: int
    name: str
    """A library path; of a member its own name alone."""
    written: str
    hidden: bool
    member: bool = False
    """A member of something unknown: most likely of a tensor."""


class _End(ast.AST):
    """Put under a value in the work list: when it comes up, all that the value leads to has been read."""

    def __init__(self, value: ast.expr) -> None:
        self.value = value


class Walk:
    """Follows one task's functions and keeps what it meets, whatever the rules say about it."""

    def __init__(self, code: Code, names: frozenset[str], contract: frozenset[str]) -> None:
        self.code = code
        self.texts = code.texts
        self.own_classes = _classes(names) | names
        self.others = contract - names
        """Functions of other tasks."""
        self.others_classes = _classes(contract) | self.others
        self.uses: dict[_Use, None] = {}
        """Each once, in the order in which they were met."""
        self.met: set[str] = set()
        """Functions and classes of other tasks, where the path ended: what this task leans on."""
        self.notes: set[Observation] = set()
        self._seen: set[int] = set()
        self._read: set[tuple[ast.expr, Scope, int | None]] = set()
        """Values that were read to the end, which the line that assigns them need not do again."""
        self._work: list[tuple[ast.AST, Scope, int | None]] = []
        """node, scope, and for text that the source executes the line where it does"""
        for name in sorted(names):
            module, _, rest = name.partition(".")
            if module in code.modules and rest:
                self._start(code.modules[module], rest.split("."))
        while self._work:
            node, scope, line = self._work.pop()
            if reads := _READS.get(type(node)):
                reads(self, node, scope, line)
            else:
                self._push(children(node), scope, line)

    def _start(self, scope: Scope, parts: list[str]) -> None:
        """The task's own name, whatever it is bound to: a definition, an import, an alias."""
        bindings = [*scope.names.get(parts[0], ())]
        if not bindings:
            # `from torch import *` can be the whole answer
            for symbol in self.code.name(parts[0], scope):
                self._found(symbol, scope.module, 1, parts[0])
        for binding in bindings:
            for symbol in self.code.bound(binding):
                self._found(symbol, binding.scope.module, binding.line, parts[0], asked=True)
                if isinstance(symbol, Class) and len(parts) == 1:
                    self._whole_class(symbol)
                if isinstance(symbol, Class) and len(parts) > 1:
                    for inner in (*symbol.scope.names.get(parts[1], ()), *symbol.attributes.get(parts[1], ())):
                        for found in self.code.bound(inner):
                            self._found(found, inner.scope.module, inner.line, parts[1], asked=True)
                    if parts[1] not in symbol.scope.names:
                        for found in self.code.member(symbol, parts[1]):
                            self._found(found, symbol.scope.module, symbol.node.lineno, parts[1])

    def _found(self, symbol: Symbol, module: str, line: int, name: str, asked: bool = False) -> None:
        """What the task's name stands for. A function that is `asked` for is read, even if it is another task's too."""
        if isinstance(symbol, Library):
            self._library(symbol, module, line, name)
        elif isinstance(symbol, Function) and asked:
            self._function(symbol)
        else:
            self._follow(symbol)

    # One node

    def _name(self, node: ast.Name, scope: Scope, line: int | None) -> None:
        if isinstance(node.ctx, ast.Load):
            self._reference(node, scope, line)

    def _attribute(self, node: ast.Attribute, scope: Scope, line: int | None) -> None:
        if isinstance(node.ctx, ast.Load):
            self._reference(node, scope, line)
            if all(isinstance(owner, Value) for owner in self.code.meaning(node.value, scope)):
                self._unknown_member(node.attr, scope, line or node.lineno, _written(node), line is not None)
        self._push([node.value], scope, line)

    def _subscript(self, node: ast.Subscript, scope: Scope, line: int | None) -> None:
        self._reference(node, scope, line)
        self._push([node.value, node.slice], scope, line)

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef, _: Scope, line: int | None) -> None:
        if function := self.code.functions.get(id(node)):
            self._function(function, line)

    def _lambda(self, node: ast.Lambda, scope: Scope, line: int | None) -> None:
        self._push(_defaults(node), scope, line)
        self._push([node.body], self.code.scopes.get(id(node), scope), line)

    def _class_definition(self, node: ast.ClassDef, _: Scope, __: int | None) -> None:
        if made := self.code.classes.get(id(node)):
            self._class(made)

    def _import(self, *_: object) -> None:
        """Uses nothing yet."""

    def _end(self, node: _End, scope: Scope, line: int | None) -> None:
        self._read.add((node.value, scope, line))

    def _push(self, nodes: Iterable[ast.AST], scope: Scope, line: int | None) -> None:
        self._work += [(node, scope, line) for node in nodes]

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.NamedExpr, scope: Scope, line: int | None) -> None:
        """`soft = torch.softmax` alone uses nothing yet: the line that uses `soft` is the one to show."""
        for target, value in assignments(node):
            alias = isinstance(target, ast.Name) and is_reference(value) and not isinstance(node, ast.NamedExpr)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                alias = all(isinstance(t, ast.Name) for t in target.elts) and all(map(is_reference, value.elts))
            known = (value, scope, line) in self._read and self.texts == self.code.texts
            self._push([target] if alias or known else [target, value], scope, line)

    def _reference(self, node: ast.Name | ast.Attribute | ast.Subscript, scope: Scope, line: int | None) -> None:
        for symbol in self.code.meaning(node, scope):
            if isinstance(symbol, Library):
                self._library(symbol, scope.module, line or node.lineno, _written(node), line is not None)
            else:
                self._follow(symbol, line)

    def _unknown_member(self, attr: str, scope: Scope, line: int, written: str, hidden: bool) -> None:
        """A member of something unknown: most likely of a tensor, unless a class of the student's own has it too."""
        own = [method for method in self.code.methods.get(attr, ()) if not attr.startswith("__")]
        for method in own:
            if len(own) == 1 or method.full not in self.others:  # of several it is unknown which one is meant
                self._follow(method)
        if not own:
            self.uses[_Use(scope.module, line, attr, written, hidden, member=True)] = None

    def _call(self, node: ast.Call, scope: Scope, line: int | None) -> None:
        where = line or node.lineno
        first = node.args[0] if node.args else None
        for path in {symbol.path for symbol in self.code.meaning(node.func, scope) if isinstance(symbol, Library)}:
            if path in _RUNS_TEXT or path.startswith("torch.jit."):
                text = self.code.text(first, scope)
                self._push(self.code.index_text(text, scope) if text else (), scope, where)
            elif path in _BY_NAME:
                for step in (self.code.text(first, scope) or "").split("."):
                    self._unknown_member(step, scope, where, path, hidden=True)
            elif path == "builtins.getattr" and len(node.args) > 1:
                self._getattr(node, scope, where)
        for symbol in self.code.meaning(node, scope):
            if isinstance(symbol, Library):
                self._library(symbol, scope.module, where, _written(node.func), line is not None)
        self._push([node.func, *node.args, *(keyword.value for keyword in node.keywords)], scope, line)

    def _getattr(self, node: ast.Call, scope: Scope, line: int) -> None:
        owners = self.code.meaning(node.args[0], scope)
        attr = self.code.text(node.args[1], scope)
        if attr is None:
            if any(isinstance(owner, Library) for owner in owners):
                self._note(scope.module, line, "takes a library function by a name that is worked out at run time")
        elif all(isinstance(owner, Value) for owner in owners):
            self._unknown_member(attr, scope, line, "getattr", hidden=True)

    # What is met, and where it leads

    def _library(self, used: Library, module: str, line: int, written: str, in_text: bool = False) -> None:
        path, hidden = used
        self.uses[_Use(module, line, path, written, hidden or in_text)] = None
        for door, says in _DOORS.items() if path.startswith(_ANY_DOOR) else ():
            if path == door or path.startswith(door + "."):
                self._note(module, line, f"{says} ({path})")
        if hidden:
            self._note(module, line, f"takes {path} by a name in a string")

    def _follow(self, symbol: Symbol, line: int | None = None) -> None:
        match symbol:
            case Value(binding):
                if binding.value is not None and self._first_time(binding.value):
                    self._push([_End(binding.value), binding.value], binding.scope, line)
            case Instance(cls):
                self._class(cls)
            case Function():
                if symbol.full in self.others:
                    self.met.add(symbol.full)
                else:
                    self._function(symbol)
            case Class():
                self._class(symbol)

    def _function(self, function: Function, line: int | None = None) -> None:
        if not self._first_time(function.node):
            return
        node, outside = function.node, function.scope.parent or function.scope
        self._push(_defaults(node), outside, line)
        if isinstance(node, ast.Lambda):
            self._push([node.body], function.scope, line)
        else:
            self._push(node.decorator_list, outside, line)
            self._push(node.body, function.scope, line)

    def _class(self, cls: Class) -> None:
        """A class of another task ends the path; of this task's class the frame is read; a helper class whole."""
        if cls.full in self.own_classes:
            self._frame(cls)
        elif cls.full in self.others_classes:
            self.met.add(cls.full)
        else:
            self._whole_class(cls)

    def _whole_class(self, cls: Class) -> None:
        self._frame(cls)
        for bindings in cls.scope.names.values():
            for binding in bindings:
                if isinstance(binding.symbol, Function):
                    self._follow(binding.symbol)

    def _frame(self, cls: Class) -> None:
        """What making and calling an instance runs in any case: bases, class body, constructor."""
        if not self._first_time(cls.node):
            return
        outside = cls.scope.parent or cls.scope
        self._push([*cls.node.bases, *cls.node.keywords, *cls.node.decorator_list], outside, None)
        for statement in cls.node.body:
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self._push([statement], cls.scope, None)
        for name in ("__init__", "__new__", "__call__", "__getattr__", "__getattribute__"):
            for binding in cls.scope.names.get(name, ()):
                if isinstance(binding.symbol, Function):
                    self._follow(binding.symbol)

    def _first_time(self, node: ast.AST) -> bool:
        if id(node) in self._seen:
            return False
        self._seen.add(id(node))
        return True

    def _note(self, module: str, line: int, says: str) -> None:
        self.notes.add(Observation(f"{module}.py", line, says))


_READS: dict[type[ast.AST], Callable[[Walk, Any, Scope, int | None], None]] = {
    ast.Name: Walk._name,
    ast.Attribute: Walk._attribute,
    ast.Call: Walk._call,
    ast.Subscript: Walk._subscript,
    ast.Assign: Walk._assignment,
    ast.AnnAssign: Walk._assignment,
    ast.NamedExpr: Walk._assignment,
    ast.FunctionDef: Walk._definition,
    ast.AsyncFunctionDef: Walk._definition,
    ast.Lambda: Walk._lambda,
    ast.ClassDef: Walk._class_definition,
    ast.Import: Walk._import,
    ast.ImportFrom: Walk._import,
    _End: Walk._end,
}


def _classes(names: Collection[str]) -> frozenset[str]:
    """The classes whose methods are named: "attention.AttentionHead" of "attention.AttentionHead.forward"."""
    return frozenset(name.rpartition(".")[0] for name in names if name.count(".") > 1)


def _defaults(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.expr]:
    return [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]


def _written(node: ast.expr) -> str:
    """A dotted name as it stands in the source; `…` for what is not a name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < 8:
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "…")
    return ".".join(reversed(parts))
