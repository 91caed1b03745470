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
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

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


def find(
    sources: Mapping[str, str], names: Collection[str], calls: Collection[str], contract: Collection[str] = ()
) -> list[Hit]:
    """Uses of `calls` in the functions `names` and the helpers they reach, in the order of file and line.

    `sources` maps module name → text; names are "attention.attend" or "attention.AttentionHead.forward"; `contract`
    lists the names of all tasks, where following stops.
    """
    return _Reader(_code(tuple(sources.items())), names, contract, _Forbidden(calls)).run().hits()


def notes(sources: Mapping[str, str], names: Collection[str], contract: Collection[str] = ()) -> list[Note]:
    """What those functions reach that reading cannot see through: for staff."""
    return _Reader(_code(tuple(sources.items())), names, contract, _Forbidden(())).run().notes()


def among(paths: Collection[str], calls: Collection[str]) -> list[str]:
    """Those of the library paths that an entry forbids, whichever door they name."""
    forbidden = _Forbidden(calls)
    return [path for path in paths if forbidden.match(path) is not None]


def sentence(hit: Hit, task: str, says: str) -> str:
    """What the student reads."""
    plain = hit.written in ("", hit.name) or hit.name.endswith("." + hit.written)
    alias = "" if plain else f" (written `{hit.written}`)"
    return (
        f"{hit.file} line {hit.line} calls {hit.name}{alias}; "
        f"task {task} asks you to write it yourself (not allowed: {says})"
    )


@lru_cache(maxsize=4)
def _code(sources: tuple[tuple[str, str], ...]) -> Code:
    """One reading serves all tasks and rules of a submission."""
    return Code(dict(sources))


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

_RUNS_TEXT = ("builtins.eval", "builtins.exec", "builtins.compile", "torch.jit.CompilationUnit")
_BY_NAME = ("operator.attrgetter", "operator.methodcaller")


class _Reader:
    """Follows one task's functions and keeps what it meets."""

    def __init__(self, code: Code, names: Collection[str], contract: Collection[str], forbidden: _Forbidden) -> None:
        self.code = code
        self.names = frozenset(names)
        self.own_classes = _classes(names) | self.names
        self.others = frozenset(contract) - self.names
        """Functions of other tasks."""
        self.others_classes = _classes(contract) | self.others
        self.forbidden = forbidden
        self._hits: dict[tuple[str, int, str], Hit] = {}
        self._notes: dict[tuple[str, int, str], Note] = {}
        self._seen: set[int] = set()
        self._work: list[tuple[ast.AST, Scope, int | None]] = []
        """node, scope, and for text that the source executes the line where it does"""

    def hits(self) -> list[Hit]:
        return [self._hits[key] for key in sorted(self._hits)]

    def notes(self) -> list[Note]:
        return [self._notes[key] for key in sorted(self._notes)]

    def run(self) -> _Reader:
        for name in sorted(self.names):
            module, _, rest = name.partition(".")
            if module in self.code.modules and rest:
                self._start(self.code.modules[module], rest.split("."))
        while self._work:
            node, scope, line = self._work.pop()
            self._visit(node, scope, line)
        return self

    def _start(self, scope: Scope, parts: list[str]) -> None:
        """The task's own name, whatever it is bound to: a definition, an import, an alias."""
        bindings = [*scope.names.get(parts[0], ())]
        if not bindings:
            # `from torch import *` can be the whole answer
            for symbol in self.code.name(parts[0], scope):
                self._use(symbol, scope.module, 1, parts[0], None)
        for binding in bindings:
            for symbol in self.code.bound(binding):
                self._use(symbol, binding.scope.module, binding.line, parts[0], None, start=True)
                if isinstance(symbol, Class) and len(parts) == 1:
                    self._whole_class(symbol)
                if isinstance(symbol, Class) and len(parts) > 1:
                    for inner in (*symbol.scope.names.get(parts[1], ()), *symbol.attributes.get(parts[1], ())):
                        for found in self.code.bound(inner):
                            self._use(found, inner.scope.module, inner.line, parts[1], None, start=True)
                    if parts[1] not in symbol.scope.names:
                        for found in self.code.member(symbol, parts[1]):
                            self._use(found, symbol.scope.module, symbol.node.lineno, parts[1], None)

    # One node

    def _visit(self, node: ast.AST, scope: Scope, line: int | None) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(self.code.functions.get(id(node)), line)
            case ast.Lambda():
                inner = self.code.scopes.get(id(node), scope)
                self._push([*node.args.defaults, *(d for d in node.args.kw_defaults if d)], scope, line)
                self._push([node.body], inner, line)
            case ast.ClassDef():
                if made := self.code.classes.get(id(node)):
                    self._class(made)
            case ast.Import() | ast.ImportFrom():
                pass
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr():
                self._assignment(node, scope, line)
            case ast.Name(ctx=ast.Load()) | ast.Attribute():
                if isinstance(node.ctx, ast.Load):
                    self._reference(node, scope, line)
                if isinstance(node, ast.Attribute):
                    self._push([node.value], scope, line)
            case ast.Call():
                self._call(node, scope, line)
                self._push([node.func, *node.args, *node.keywords], scope, line)
            case ast.Subscript():
                for symbol in self.code.meaning(node, scope):
                    self._use(symbol, scope.module, line or node.lineno, _written(node), line)
                self._push([node.value, node.slice], scope, line)
            case _:
                self._push(list(ast.iter_child_nodes(node)), scope, line)

    def _push(self, nodes: Iterable[ast.AST], scope: Scope, line: int | None) -> None:
        self._work += [(node, scope, line) for node in nodes]

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.NamedExpr, scope: Scope, line: int | None) -> None:
        """`soft = torch.softmax` alone uses nothing yet: the line that uses `soft` is the one to show."""
        for target, value in assignments(node):
            alias = isinstance(target, ast.Name) and is_reference(value) and not isinstance(node, ast.NamedExpr)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                alias = all(isinstance(t, ast.Name) for t in target.elts) and all(map(is_reference, value.elts))
            self._push([target] if alias else [target, value], scope, line)

    def _reference(self, node: ast.Name | ast.Attribute, scope: Scope, line: int | None) -> None:
        where = line or node.lineno
        for symbol in self.code.meaning(node, scope):
            self._use(symbol, scope.module, where, _written(node), line)
        if isinstance(node, ast.Attribute):
            owners = self.code.meaning(node.value, scope)
            if all(isinstance(owner, Value) for owner in owners):
                self._unknown_member(node.attr, scope, where, _written(node), hidden=line is not None)

    def _unknown_member(self, attr: str, scope: Scope, line: int, written: str, hidden: bool) -> None:
        """A member of something unknown: most likely of a tensor, unless a class of the student's own has it too."""
        own = [method for method in self.code.methods.get(attr, ()) if not attr.startswith("__")]
        for method in own:
            self._follow_function(method)
        if not own and (call := self.forbidden.member(attr)):
            self._hit(scope.module, line, f"{self.forbidden.receiver(call)}.{attr}", call, written, hidden)

    def _call(self, node: ast.Call, scope: Scope, line: int | None) -> None:
        where = line or node.lineno
        first = node.args[0] if node.args else None
        functions = {symbol.path for symbol in self.code.meaning(node.func, scope) if isinstance(symbol, Library)}
        for path in functions:
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
                self._use(symbol, scope.module, where, _written(node.func), line)

    def _getattr(self, node: ast.Call, scope: Scope, line: int) -> None:
        owners = self.code.meaning(node.args[0], scope)
        attr = self.code.text(node.args[1], scope)
        if attr is None:
            if any(isinstance(owner, Library) for owner in owners):
                self._note(scope.module, line, "takes a library function by a name that is worked out at run time")
        elif all(isinstance(owner, Value) for owner in owners):
            self._unknown_member(attr, scope, line, "getattr", hidden=True)

    # What is met, and where it leads

    def _use(
        self, symbol: Symbol, module: str, line: int, written: str, text_line: int | None, start: bool = False
    ) -> None:
        match symbol:
            case Library(path, hidden):
                if match := self.forbidden.match(path):
                    call, private = match
                    self._hit(module, line, path, call, written, hidden or private or text_line is not None)
                for door, says in _DOORS.items():
                    if path == door or path.startswith(door + "."):
                        self._note(module, line, f"{says} ({path})")
                if hidden:
                    self._note(module, line, f"takes {path} by a name in a string")
            case Function() as function:
                self._follow_function(function, start)
            case Class() as cls:
                self._class(cls)
            case Instance(cls):
                self._class(cls)
            case Value(binding):
                if binding.value is not None and self._first_time(binding.value):
                    self._push([binding.value], binding.scope, text_line)

    def _follow_function(self, function: Function, start: bool = False) -> None:
        if start or function.full not in self.others:
            self._function(function, None)

    def _function(self, function: Function | None, line: int | None) -> None:
        if function is None or not self._first_time(function.node):
            return
        node, outside = function.node, function.scope.parent or function.scope
        self._push([*node.args.defaults, *(d for d in node.args.kw_defaults if d)], outside, line)
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
                    self._follow_function(binding.symbol)

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
                    self._follow_function(binding.symbol)

    def _first_time(self, node: ast.AST) -> bool:
        if id(node) in self._seen:
            return False
        self._seen.add(id(node))
        return True

    def _hit(self, module: str, line: int, name: str, call: str, written: str, evasion: bool) -> None:
        key = (f"{module}.py", line, call)
        before = self._hits.get(key)
        if before is None or (evasion and not before.evasion):
            self._hits[key] = Hit(f"{module}.py", line, name, call, evasion, written)

    def _note(self, module: str, line: int, says: str) -> None:
        self._notes[(f"{module}.py", line, says)] = Note(f"{module}.py", line, says)


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

    def match(self, path: str) -> tuple[str, bool] | None:
        """The entry that forbids this path, and whether the path is a private door."""
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

    def member(self, attr: str) -> str | None:
        return self._members.get(attr.strip("_")) if not attr.startswith("__") else None

    @staticmethod
    def receiver(call: str) -> str:
        return "ndarray" if "ndarray" in call else "Tensor"


def _is_private(path: str) -> bool:
    """A door that nobody finds by accident."""
    return "._" in path.replace(".__", ".") or path.startswith("torch.ops.")


def _classes(names: Collection[str]) -> frozenset[str]:
    """The classes whose methods are named: "attention.AttentionHead" of "attention.AttentionHead.forward"."""
    return frozenset(name.rpartition(".")[0] for name in names if name.count(".") > 1)


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
