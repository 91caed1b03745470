"""Finds what a task reaches: its own functions, and every function that they lead to, wherever it lives.

Following ends at a task that is bound by the same rule: that one loses for itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .observations import Observation
from .symbols import Binding, Class, Function, Instance, Library, OwnModule, Scope, Symbol, Value
from .walk import Lead, Piece, Reader, Use


class Reachable:
    """Everything that one task's functions lead to, whatever the rules say about it."""

    def __init__(self, reader: Reader, names: frozenset[str], bound: frozenset[str]) -> None:
        self._reader = reader
        self._own_classes = _classes(names) | names
        self._others = bound - names
        """Functions of other tasks that the same rule binds."""
        self._task_classes = _classes(reader.contract) | reader.contract
        self._direct: list[Use] = []
        self._pieces: list[Piece] = []
        self.looks_up = False
        self.met: set[str] = set()
        """Functions and classes of other tasks that were met: those that end the path, and classes in any case."""
        self._seen: set[int] = set()
        self._told_already: set[int] = set()
        """Pieces that run when a file is imported: what staff should know about these is told once, for the file."""
        self._classes: set[Class] = set()
        self._work: list[Lead] = []
        before = reader.code.work.given_up
        for name in sorted(names):
            module, _, rest = name.partition(".")
            if module in reader.code.modules and rest:
                self._start(reader.code.modules[module], rest.split("."))
                if module in reader.code.hooked and (imported := reader.imported(module)).hooks:
                    # what the file tells the interpreter to call by itself runs in its tasks, too
                    self._told_already.add(id(imported))
                    self._enter(imported)
        self._start_unread = reader.code.work.given_up > before
        self._finish()

    @classmethod
    def imports(cls, reader: Reader, modules: frozenset[str]) -> Reachable:
        """What runs when these files are imported."""
        made = cls(reader, frozenset(), frozenset())
        for module in reader.code.modules:
            if module in modules:
                made._take(reader.imported(module))
        made._finish()
        return made

    @property
    def unread(self) -> bool:
        """Whether something of it would have taken too much work to read."""
        return self._start_unread or any(piece.unread for piece in self._pieces)

    def words(self) -> Iterator[Use]:
        """Every name that a string spells; where hooks are called, also in what runs when the files are imported."""
        pieces = [*self._pieces]
        if any(piece.hooks for piece in pieces):
            pieces += [self._reader.imported(module) for module in self._reader.code.modules]
        for piece in pieces:
            yield from self._reader.words(piece)

    def uses(self) -> Iterator[Use]:
        """What is used of a library, and members of something unknown."""
        yield from self._direct
        for piece in self._pieces:
            for use in piece.uses:
                if not use.own or not self._makes_one(use):
                    yield use

    def ambiguous(self) -> Iterator[Use]:
        """Members that a class of the student's own has as well as tensors."""
        return (use for piece in self._pieces for use in piece.uses if use.own and self._makes_one(use))

    def notes(self) -> Iterator[Observation]:
        return (note for piece in self._pieces if id(piece) not in self._told_already for note in piece.notes)

    def _makes_one(self, use: Use) -> bool:
        """Whether one of the classes that have this member is used at all; otherwise it is a decoy."""
        return not self._classes.isdisjoint(use.own)

    def _finish(self) -> None:
        while self._work:
            self._follow(self._work.pop())

    def _start(self, scope: Scope, parts: list[str]) -> None:
        """The task's own name, whatever it is bound to: a definition, an import, an alias."""
        code, name = self._reader.code, parts[0]
        bindings = [*scope.names.get(name, ())]
        if not bindings:
            # `from torch import *` can be the whole answer, and so can a module's own __getattr__
            for symbol in (*code.name(name, scope), *code.name("__getattr__", scope)):
                self._found(symbol, scope.module, 1, name, asked=True)
        for binding in bindings:
            for symbol in code.bound(binding):
                self._found(symbol, binding.scope.module, binding.line, name, asked=True)
                if isinstance(symbol, Class) and len(parts) == 1:
                    self._whole(symbol)
                if isinstance(symbol, Class) and len(parts) > 1:
                    self._method(symbol, parts[1])
        for binding in (*code.impostors, *scope.names.get("__class__", ())):
            for owner in code.bound(binding):
                for symbol in code.attribute(owner, name, hidden=True):
                    self._found(symbol, binding.scope.module, binding.line, name, asked=True)

    def _method(self, cls: Class, name: str) -> None:
        code = self._reader.code
        for inner in (*cls.scope.names.get(name, ()), *cls.attributes.get(name, ())):
            for found in code.bound(inner):
                self._found(found, inner.scope.module, inner.line, name, asked=True)
        if name not in cls.scope.names:
            for found in code.member(cls, name):
                self._found(found, cls.scope.module, cls.node.lineno, name)

    def _found(self, symbol: Symbol, module: str, line: int, name: str, asked: bool = False) -> None:
        """What the task's name stands for. A function that is `asked` for is read, even if it is another task's too."""
        if isinstance(symbol, Library):
            self._direct.append(Use(module, line, symbol.path, name, symbol.hidden))
        elif isinstance(symbol, Function) and asked:
            self._enter(self._reader.function(symbol))
        else:
            self._work.append(Lead(symbol))

    def _follow(self, lead: Lead) -> None:
        match lead.to:
            case Value(binding):
                self._value(binding, lead.line)
            case Instance(cls):
                self._class(cls)
            case Class() as cls:
                self._class(cls)
            case Function() as function:
                if function.full in self._others:
                    self.met.add(function.full)
                else:
                    self._enter(self._reader.function(function, lead.line))
            case OwnModule() | Library():
                pass

    def _value(self, binding: Binding, line: int | None) -> None:
        if binding.value is not None:
            self._enter(self._reader.value(binding, line))

    def _class(self, cls: Class) -> None:
        """Of a class whose methods are tasks, the frame and those methods are read; a helper class whole."""
        if cls in self._classes:  # each of its methods leads back to it
            return
        self._classes.add(cls)
        if cls.full in self._own_classes:
            self._enter(self._reader.frame(cls))
        elif cls.full in self._task_classes:
            self.met.add(cls.full)
            self._enter(self._reader.frame(cls))
            self._work += [Lead(each) for each in self._reader.members(cls) if each.full in self._reader.contract]
        else:
            self._whole(cls)

    def _whole(self, cls: Class) -> None:
        self._enter(self._reader.frame(cls))
        self._work += [Lead(method) for method in self._reader.members(cls)]

    def _enter(self, piece: Piece) -> None:
        if id(piece) not in self._seen:
            self._seen.add(id(piece))
            self._take(piece)

    def _take(self, piece: Piece) -> None:
        self._pieces.append(piece)
        self.looks_up = self.looks_up or piece.looks_up
        self._work += piece.leads


def _classes(names: Collection[str]) -> frozenset[str]:
    """The classes whose methods are named: "attention.AttentionHead" of "attention.AttentionHead.forward"."""
    return frozenset(name.rpartition(".")[0] for name in names if name.count(".") > 1)
