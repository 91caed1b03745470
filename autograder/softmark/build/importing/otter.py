"""Reads Otter's question files: a dictionary with doctests in it, or functions marked @test_case."""

from __future__ import annotations

import ast
import builtins
import doctest
from pathlib import Path
from typing import Any

from .imported_tests import Found, FoundCheck
from .reading import KNOWN, ToStudent, _trouble, words

MODULE = "answers"
"""A notebook's functions have no file; they get this one."""


def is_question(tree: ast.Module) -> bool:
    assigned = {ast.unparse(part.targets[0]) for part in tree.body if isinstance(part, ast.Assign)}
    return "OK_FORMAT" in assigned or {"test"} == assigned - {"name", "points", "OK_FORMAT"}


def question(path: Path, tree: ast.Module, found: Found) -> None:
    """One file, one question."""
    fields: dict[str, Any] = {}
    for part in tree.body:
        if isinstance(part, ast.Assign):
            try:
                fields[ast.unparse(part.targets[0])] = ast.literal_eval(part.value)
            except ValueError:
                found.ask(f"{path}:{part.lineno}: {ast.unparse(part.targets[0])} is computed: say what it is")
    test = fields.get("test")
    data: dict[str, Any] = test if isinstance(test, dict) else {}
    name = str(data.get("name") or fields.get("name") or path.stem)
    points = _number(data.get("points", fields.get("points")))
    before = len(found.checks)
    for suite in data.get("suites") or []:
        for case in suite.get("cases") or []:
            _doctests(path, name, str(case.get("code", "")), case, found)
    for part in tree.body:
        if isinstance(part, ast.FunctionDef):
            _function(path, name, part, found)
    made = found.checks[before:]
    if not made:
        found.ask(f"{path}: no test was found in it")
    elif points is not None and all(check.points is None for check in made):
        for check in made:
            check.points = points / len(made)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _doctests(path: Path, name: str, code: str, case: dict[str, Any], found: Found) -> None:
    lines = []
    for example in doctest.DocTestParser().get_examples(code):  # parsed, not run
        source, want = example.source.strip(), example.want.strip()
        if not want:
            lines.append(source)
        else:
            lines.append(f"assert {source}" if want == "True" else f"assert repr({source}) == {want!r}")
    where = f"{path}:1"
    try:
        body = ast.parse("\n".join(lines)).body
    except SyntaxError:
        found.ask(f"{where}: a case of {name} cannot be read, and is left out")
        return
    number = sum(check.question == name for check in found.checks) + 1
    _add(where, name, f"test_case_{number}", "", body, _number(case.get("points")), found)
    if case.get("hidden"):
        found.ask(f"{where}: case {number} was hidden: here checks are public, and only numbers are hidden")


def _function(path: Path, name: str, node: ast.FunctionDef, found: Found) -> None:
    marks = [mark for mark in node.decorator_list if "test_case" in ast.unparse(mark)]
    if not marks and not node.name.startswith("test"):
        found.helpers.append(ast.unparse(node))
        return
    words_of = {key.arg: key.value for mark in marks if isinstance(mark, ast.Call) for key in mark.keywords}
    points = words_of.get("points")
    arguments = {arg.arg for arg in node.args.args} - {"env"}
    title = (ast.get_docstring(node) or "").partition("\n")[0]
    value = _number(points.value) if isinstance(points, ast.Constant) else None
    _add(f"{path}:{node.lineno}", name, node.name, title, node.body, value, found, arguments)


def _add(
    where: str,
    name: str,
    test: str,
    title: str,
    body: list[ast.stmt],
    points: float | None,
    found: Found,
    asked: set[str] | None = None,
) -> None:
    """Add a case. Whatever it uses and nobody defines is the student's."""
    stored = {_bound(part) for statement in body for part in ast.walk(statement)}
    imported = {(n.asname or n.name) for s in body if isinstance(s, ast.Import | ast.ImportFrom) for n in s.names}
    free = {word for statement in body for word in words(statement)} - stored - imported - set(dir(builtins)) - KNOWN
    students = ToStudent({word: (MODULE, word) for word in free | (asked or set())}, {})
    made = FoundCheck(test if test.startswith("test") else f"test_{test}", title, where, [], [], points, name)
    made.body = [students.visit(part) for part in body] or [ast.Pass()]
    made.targets = list(dict.fromkeys(students.calls))
    if not title:
        found.ask(f"{where}: {made.name} of {name} has no docstring: write the sentence that students read")
    for part in made.body:
        _trouble(where, part, found)
    found.checks.append(made)


def _bound(node: ast.AST) -> str:
    """The name that a case itself gives to something: a variable, a parameter (of a lambda, too), a function."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else ""
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, ast.FunctionDef) else ""
