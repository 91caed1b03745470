"""Not-allowed calls, found by reading the student's source: nothing here ever runs it.

The question is "does this task's function, or a helper it reaches, use one of these library functions?". So names are
followed to what they stand for: through imports and aliases, module-level values, class attributes, methods and the
student's other files. A name in a comment or a string is no use of it. The function of another task ends the path,
because that task has rules of its own.

Reading proves a plain use. It cannot prove the absence of one: code that hides what it calls (names put together from
pieces, `eval`, private doors into the library) is followed where it can be, and noted for staff where it cannot.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from .meanings import (
    MAX_CHAIN,
    Class,
    Code,
    Function,
    Instance,
    Library,
    Scope,
    Symbol,
    Value,
    assignments,
    children,
    is_reference,
)


@dataclass(frozen=True)
class Hit:
    """One use of a library function that a task does not allow."""

    file: str
    line: int
    name: str
    """What is used, by its full name: "torch.nn.functional.softmax", "Tensor.softmax"."""
    call: str
    """The entry of the rule that forbids it."""
    evasion: bool = False
    """The source hides what it does; staff are told."""
    written: str = ""
    """How it stands in the source: "G.softmax"."""


@dataclass(frozen=True)
class Note:
    """Something staff may want to look at. Never a verdict."""

    file: str
    line: int
    says: str


class Reading:
    """One submission, read once for all tasks and all rules.

    It belongs to whoever made it: nothing that comes from a student's text is kept for the next one.
    """

    def __init__(self, sources: Mapping[str, str], contract: Collection[str] = ()) -> None:
        """`sources` maps module name → text; `contract` lists the names of all tasks, where following stops."""
        self._code = Code(sources)
        self._contract = frozenset(contract)
        self._walks: dict[frozenset[str], _Walk] = {}
        """One for each task: it serves all its rules."""

    @property
    def trees(self) -> Mapping[str, ast.Module]:
        """Module name → its tree, where Python itself can read it."""
        return self._code.trees

    def hits(self, names: Collection[str], calls: Collection[str]) -> list[Hit]:
        """Uses of `calls` in the functions `names` and the helpers they reach, in the order of file and line.

        Names are "attention.attend" or "attention.AttentionHead.forward".
        """
        forbidden = _forbidden(tuple(calls))
        found: dict[tuple[str, int, str], Hit] = {}
        for use in self._walk(names).uses:
            match = forbidden.member(use.name) if use.member else forbidden.match(use.name)
            if match is not None:
                call, private = match
                name = f"{_receiver(call)}.{use.name}" if use.member else use.name
                hit = Hit(f"{use.module}.py", use.line, name, call, use.hidden or private, use.written)
                before = found.get((hit.file, hit.line, call))
                if before is None or (hit.evasion and not before.evasion):
                    found[hit.file, hit.line, call] = hit
        return [found[key] for key in sorted(found)]

    def notes(self, names: Collection[str]) -> list[Note]:
        """What those functions reach that reading cannot see through: for staff."""
        return sorted(self._walk(names).notes, key=lambda note: (note.file, note.line, note.says))

    def _walk(self, names: Collection[str]) -> _Walk:
        key = frozenset(names)
        walk = self._walks.get(key)
        # text that the source executes adds to what names stand for, on that walk and on later ones
        if walk is None or walk.texts != self._code.texts:
            walk = self._walks[key] = _Walk(self._code, key, self._contract)
        return walk


def among(paths: Collection[str], calls: Collection[str]) -> list[str]:
    """Those of the library paths that an entry forbids, whichever door they name."""
    forbidden = _forbidden(tuple(calls))
    if not forbidden.alike("\n".join(paths)):  # hundreds of paths for each grade: one look nearly always settles it
        return []
    return [path for path in paths if forbidden.match(path) is not None]


def sentence(hit: Hit, task: str, says: str) -> str:
    """What the student reads."""
    plain = hit.written in ("", hit.name) or hit.name.endswith("." + hit.written)
    alias = "" if plain else f" (written `{hit.written}`)"
    return (
        f"{hit.file} line {hit.line} calls {hit.name}{alias}; "
        f"task {task} asks you to write it yourself (not allowed: {says})"
    )


# Reading one task -----------------------------------------------------------------------------------------------------

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


class _Walk:
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
        self.notes: set[Note] = set()
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
                if symbol.full not in self.others:
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
        elif cls.full not in self.others_classes:
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
        self.notes.add(Note(f"{module}.py", line, says))


_READS: dict[type[ast.AST], Callable[[_Walk, Any, Scope, int | None], None]] = {
    ast.Name: _Walk._name,
    ast.Attribute: _Walk._attribute,
    ast.Call: _Walk._call,
    ast.Subscript: _Walk._subscript,
    ast.Assign: _Walk._assignment,
    ast.AnnAssign: _Walk._assignment,
    ast.NamedExpr: _Walk._assignment,
    ast.FunctionDef: _Walk._definition,
    ast.AsyncFunctionDef: _Walk._definition,
    ast.Lambda: _Walk._lambda,
    ast.ClassDef: _Walk._class_definition,
    ast.Import: _Walk._import,
    ast.ImportFrom: _Walk._import,
    _End: _Walk._end,
}
"""How each kind of node is read; of any other kind, what is inside it."""


# What is forbidden ----------------------------------------------------------------------------------------------------

_HOMES = (
    *("torch", "torch.nn.functional", "torch.Tensor", "torch.special", "torch.functional", "torch.sparse"),
    *("torch.masked", "torch._refs", "torch._refs.nn.functional", "torch._refs.special", "torch._prims"),
    *("torch.ops.aten", "torch.ops.torch", "torch._C._nn", "torch._C._VariableFunctions", "torch._VF"),
    *("torch._C.TensorBase", "torch._C._TensorBase", "torch._C._special"),
)
"""Doors to the same functions: what is forbidden at one is forbidden at all."""


_SHORT = {"Tensor": "torch.Tensor", "F": "torch.nn.functional", "ndarray": "numpy.ndarray"}
"""How people write entries of a rule."""


class _Forbidden:
    """The entries of a task's rules, ready to be matched."""

    def __init__(self, calls: Collection[str]) -> None:
        self._exact = {spelling: call for call in calls for spelling in (call, _tidy(call))}
        self._tails: dict[str, str] = {}
        self._members: dict[str, str] = {}
        for call in calls:
            parent, _, name = _tidy(call).rpartition(".")
            if parent in _HOMES:
                self._tails[name.strip("_")] = call
            # torch.layer_norm is no method of tensors: `block.layer_norm(x)` is somebody's own attribute
            method_too = parent == "torch" and not name.startswith("_") and not name.endswith("_norm")
            if method_too or parent in ("torch.Tensor", "numpy.ndarray"):
                self._members.setdefault(name.strip("_"), call)
        words = {tail.partition("_")[0] for tail in self._tails} | {each.rpartition(".")[2] for each in self._exact}
        self.alike = re.compile("|".join(map(re.escape, sorted({*words, *_SHORT})))).search
        """Whatever an entry forbids has one of these words in it; hardly any other path has."""

    def match(self, path: str) -> tuple[str, bool] | None:
        """The entry that forbids this path, and whether the path is a private door."""
        if not self.alike(path):
            return None
        for spelling in (path, _tidy(path)):
            parts = spelling.split(".")[:MAX_CHAIN]
            for end in range(1, len(parts) + 1):
                if call := self._exact.get(".".join(parts[:end])):
                    return call, _is_private(spelling)
        path = _tidy(path)
        for home in sorted(_HOMES, key=len, reverse=True):
            if path.startswith(home + "."):
                name = path[len(home) + 1 :].partition(".")[0]
                private = _is_private(path)
                if call := self._tails.get(name.strip("_")):
                    return call, private
                if private or name.startswith("native_"):
                    return self._inside(name)
                return None
        return None

    def _inside(self, name: str) -> tuple[str, bool] | None:
        """`_scaled_dot_product_flash_attention` is scaled_dot_product_attention with one more word."""
        for tail, call in self._tails.items():
            words = iter(name.split("_"))
            if all(word in words for word in tail.split("_")):
                return call, True
        return None

    def member(self, attr: str) -> tuple[str, bool] | None:
        """The entry that forbids this member of a tensor or array; it is never a private door."""
        call = None if attr.startswith("__") else self._members.get(attr.strip("_"))
        return (call, False) if call else None


@lru_cache(maxsize=64)
def _forbidden(calls: tuple[str, ...]) -> _Forbidden:
    """The rubric's rules are few and serve every submission."""
    return _Forbidden(calls)


def _receiver(call: str) -> str:
    return "ndarray" if "ndarray" in call else "Tensor"


def _is_private(path: str) -> bool:
    """A door that nobody finds by accident."""
    return "._" in path.replace(".__", ".") or path.startswith("torch.ops.")


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


def _tidy(path: str) -> str:
    """`torch.nn.modules.activation.Softmax` is torch.nn.Softmax; `Tensor.softmax` is torch.Tensor.softmax."""
    parts = path.split(".")
    if parts[:3] == ["torch", "nn", "modules"] and len(parts) > 4:
        parts = ["torch", "nn", *parts[4:]]
    return ".".join([_SHORT.get(parts[0], parts[0]), *parts[1:]])
