"""Finds checks that check nothing: a name that pytest does not collect, a fixture that there is not, a check that asks
the student's code nothing, a rule about a function that does not exist.

Each of them looks like a check to whoever wrote it, and would pass every answer. All but the last are found by reading.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..checks.case import EVERYDAY
from ..checks.errors import GraderFault
from ..checks.fixtures import FIXTURES
from . import grader_files
from .contradictions import suggest
from .rubric import Rubric

_ASKING = ("student", "judge", EVERYDAY)
_OF_PYTEST = ("request", "tmp_path", "monkeypatch", "capsys", "recwarn", "subtests", "self")
_SHORT = {"Tensor": "torch.Tensor", "Module": "torch.nn.Module", "ndarray": "numpy.ndarray"}
"""Classes that a rule may name by themselves."""


def hold(graders: Path) -> None:
    """GraderFault for the first check that could never run, or would ask nothing."""
    trees = {path: grader_files.parsed(path) for path in sorted(graders.glob("*.py"))}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    named = {_word(node) for node in nodes}
    own = [node.name for node in nodes if isinstance(node, ast.FunctionDef) and "fixture" in _marks(node)]
    for path, tree in trees.items():
        found = _in_class(tree, named, own) if path.name.startswith("test_") else _elsewhere(path, tree)
        for line, said in found:
            raise GraderFault(f"{path}:{line}: {said}")


def _elsewhere(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    for line, item in grader_files.items_of(tree):
        yield line, f"checks of task {item} in a file that is never collected: call it test_{path.name}"


def _in_class(node: ast.Module | ast.ClassDef, named: set[str], own: list[str]) -> Iterator[tuple[int, str]]:
    """What is wrong with a class of checks, or with the classes and functions of a file."""
    functions = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    if isinstance(node, ast.ClassDef):
        checks = [part for part in functions if part.name.startswith("test")]
        marked = "number" in _marks(node)
        inherited = node.name in named
        if not node.name.startswith("Test") and not inherited and (marked or any(map(_asks, checks))):
            yield node.lineno, f"the checks of class {node.name} never run: its name must begin with Test"
        if marked and not checks and not node.bases:
            yield node.lineno, f"class {node.name} has no check: the name of each begins with test_"
    for part in functions:
        yield from _in_function(part, named, own, getattr(node, "decorator_list", []))
    for inner in node.body:
        if isinstance(inner, ast.ClassDef):
            yield from _in_class(inner, named, own)


def _in_function(
    node: ast.FunctionDef, named: set[str], own: list[str], around: list[ast.expr]
) -> Iterator[tuple[int, str]]:
    if not node.name.startswith("test"):
        if _asks(node) and node.name not in {*named, *own}:
            yield node.lineno, f"{node.name} never runs: nothing calls it, and the name of a check begins with test_"
        return
    arguments = [each.arg for each in (*node.args.args, *node.args.kwonlyargs)]
    given = {*FIXTURES, *_OF_PYTEST, *own, *_parameters([*node.decorator_list, *around])}
    for name in arguments[: len(arguments) - len(node.args.defaults)]:
        if name not in given:
            hint = suggest(name, [*FIXTURES, *own]) or f"; there are {', '.join(FIXTURES)}"
            yield node.lineno, f"{node.name} asks for {name}, and there is no such fixture{hint}"
    if not {*_ASKING, *own}.intersection(arguments):
        yield node.lineno, f"{node.name} asks nothing of the student's code: a check has `student` among its arguments"


def _asks(node: ast.FunctionDef) -> bool:
    return any(each.arg in _ASKING for each in node.args.args)


def _word(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _marks(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    return [_word(mark.func if isinstance(mark, ast.Call) else mark) for mark in node.decorator_list]


def _parameters(marks: Iterable[ast.expr]) -> Iterator[str]:
    """The names that `@pytest.mark.parametrize` gives; all there could be where they are not written out."""
    for mark in marks:
        if isinstance(mark, ast.Call) and _word(mark.func) == "parametrize" and mark.args:
            for part in ast.walk(mark.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield from (name.strip() for name in part.value.split(","))


def unknown_calls(rubric: Rubric) -> Iterator[tuple[str, int, str]]:
    """Rule, place and a sentence for each call that a rule forbids and that does not exist: it forbids nothing.

    Looks only into packages that this process has imported, or that are Python's own: nothing is imported for it.
    """
    for name, rule in rubric.rules.items():
        for place, call in enumerate(rule.calls):
            if (said := _not_there(call)) is not None:
                yield name, place, said


def _not_there(call: str) -> str | None:
    head, _, rest = call.partition(".")
    parts = f"{_SHORT[head]}.{rest}".split(".") if head in _SHORT else call.split(".")
    value = _root(parts[0])
    for at, part in enumerate(parts[1:] if value is not None else (), 1):
        found = getattr(value, part, None)
        if found is None and (found := sys.modules.get(".".join(parts[: at + 1]))) is None:
            said = f"there is no {call}, so this forbids nothing: {'.'.join(parts[:at])} has no {part}"
            return f"{said}{suggest(part, dir(value))}"
        value = found
    return None


def _root(name: str) -> Any:
    if name == "builtins" or hasattr(builtins, name):
        return builtins if name == "builtins" else getattr(builtins, name)
    return importlib.import_module(name) if name in sys.stdlib_module_names else sys.modules.get(name)
