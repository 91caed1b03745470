"""Parses the files of a program: which function belongs to which task. Nothing of it is run here."""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..reading.rules.trees import parse

Code = ast.FunctionDef | ast.AsyncFunctionDef


class ProgramTask(Protocol):
    """What has to be known of a rubric's task."""

    @property
    def id(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def slow(self) -> bool: ...


@dataclass(frozen=True)
class ProgramFunction:
    """A function that a task asks for, or a helper that only one task's functions use."""

    task: str
    file: str
    name: str
    """ "softmax", "AttentionHead.forward"."""
    node: Code
    asked_for: bool

    @property
    def target(self) -> str:
        """As checks call it: "attention.softmax"."""
        return f"{self.file.removesuffix('.py')}.{self.name}"

    @property
    def parameters(self) -> list[str]:
        given = [*self.node.args.posonlyargs, *self.node.args.args, *self.node.args.kwonlyargs]
        return [each.arg for each in given if each.arg != "self"]

    @property
    def first_line(self) -> int:
        """The first line of its code: the docstring says what was asked, and everybody's is the same."""
        return self.statements[0].lineno if self.statements else self.node.lineno

    @property
    def statements(self) -> list[ast.stmt]:
        body = self.node.body
        is_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        return body[1:] if is_docstring else body


class Program:
    """`texts`: file name → text, in task order."""

    def __init__(self, texts: Mapping[str, str], tasks: Sequence[ProgramTask], *, slow_ones: bool = False) -> None:
        """`slow_ones`: with the functions of slow tasks, too. Nobody is asked about those."""
        self.texts = dict(texts)
        self.trees = {name: tree for name, text in texts.items() if (tree := parse(text)) is not None}
        self.tasks = [task for task in tasks if task.file in self.trees and (slow_ones or not task.slow)]
        self.functions = list(self._functions())

    def of(self, task: str) -> list[ProgramFunction]:
        return [function for function in self.functions if function.task == task]

    def asked_for(self, target: str) -> ProgramFunction | None:
        return next((each for each in self.functions if each.asked_for and each.target == target), None)

    def line(self, file: str, number: int) -> str:
        return self.texts[file].split("\n")[number - 1].strip()

    def dice(self, *words: str) -> random.Random:
        """Chance that the parsed files decide: white space and comments change nothing."""
        digest = hashlib.sha256("\0".join(words).encode())
        for name, tree in self.trees.items():
            digest.update(f"\0{name}\0{ast.dump(tree)}".encode())
        return random.Random(digest.hexdigest())

    def _functions(self) -> Iterator[ProgramFunction]:
        owners = {(task.file, name): task.id for task in self.tasks for name in task.names}
        for file, tree in self.trees.items():
            there = _defined(tree)
            asked = {name: owners[file, name] for name in there if (file, name) in owners}
            for name, task in asked.items():
                yield ProgramFunction(task, file, name, there[name], asked_for=True)
            for name, node in there.items():
                users = {task for other, task in asked.items() if _names(there[other], name.rpartition(".")[2])}
                if name not in asked and len(users) == 1 and not name.rpartition(".")[2].startswith("__"):
                    yield ProgramFunction(users.pop(), file, name, node, asked_for=False)


def _defined(tree: ast.Module) -> dict[str, Code]:
    """Name → the function that it stands for in the end: `softmax = own_softmax` gives the function another name."""
    found: dict[str, Code] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                _define(found, part, f"{node.name}.")
        else:
            _define(found, node)
    return found


def _define(found: dict[str, Code], node: ast.stmt, prefix: str = "") -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            found[prefix + node.name] = node
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as name], value=ast.Name() | ast.Attribute() as value):
            function = found.get(prefix + ast.unparse(value)) or found.get(ast.unparse(value))
            if function is not None:
                found[prefix + ast.unparse(name)] = function


def _names(node: ast.AST, word: str) -> bool:
    """Whether a function speaks of another."""
    return any(
        (isinstance(each, ast.Name) and each.id == word) or (isinstance(each, ast.Attribute) and each.attr == word)
        for each in ast.walk(node)
    )
