"""Reads tests for pytest, unittest and gradescope-utils by their syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from .imported_tests import Found, FoundCheck

KNOWN = {
    *sys.stdlib_module_names,
    *("gradescope_utils", "matplotlib", "np", "numpy", "otter", "pandas", "parameterized", "pytest", "scipy"),
    *("sklearn", "torch", "hypothesis"),
}
"""Packages that are nobody's homework."""
_SPOKEN_FOR = {"pytest", "unittest", "gradescope_utils", "otter"}
"""Imports that a check has no use for any more."""
_KEPT = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)
"""What is kept of a file besides its tests: names that they may use."""
_COMPARED = {"assertEqual": ast.Eq, "assertEquals": ast.Eq, "assertNotEqual": ast.NotEq, "assertIn": ast.In}
_COMPARED |= {"assertIs": ast.Is, "assertLess": ast.Lt, "assertGreater": ast.Gt, "assertLessEqual": ast.LtE}
_COMPARED |= {"assertGreaterEqual": ast.GtE, "assertNotIn": ast.NotIn}


def module(path: Path, tree: ast.Module, beside: Mapping[str, str], found: Found) -> None:
    """Everything in one file of tests; `beside` are the other modules of the folder, which may be answers."""
    names, modules = _students(path, tree, beside, found)
    students = ToStudent(names, modules)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test"):
            _check(path, statement, None, students, found)
        elif isinstance(statement, ast.ClassDef) and _holds_tests(statement):
            for part in statement.body:
                if isinstance(part, ast.FunctionDef) and part.name.startswith("test"):
                    _check(path, part, statement, students, found)
                elif isinstance(part, ast.FunctionDef) and part.name.lower().startswith(("setup", "teardown")):
                    found.ask(f"{path}:{part.lineno}: {part.name} is left out: put what it prepares into each check")
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            _keep_import(statement, modules, found)
        elif not _is_text(statement) and not _is_main(statement):
            statement_text = ast.unparse(students.visit(statement))
            if "student." in statement_text or not isinstance(statement, _KEPT):
                found.ask(f"{path}:{statement.lineno}: does something outside a test, and is left out")
            elif statement_text not in found.helpers:
                found.helpers.append(statement_text)


def _students(
    path: Path, tree: ast.Module, beside: Mapping[str, str], found: Found
) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Name → the student's function that it means; name → the student's module."""
    names: dict[str, tuple[str, str]] = {}
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and _is_homework(node.module or "", node.level):
            for alias in node.names:
                if alias.name == "*":
                    found.ask(f"{path}:{node.lineno}: imports everything from {node.module}: name the functions")
                names[alias.asname or alias.name] = (str(node.module).rpartition(".")[2], alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _is_homework(alias.name):
                    modules[alias.asname or alias.name] = alias.name.rpartition(".")[2]
    for name in {*(owner for owner, _ in names.values()), *modules.values()}:
        if name in beside:
            found.sources[name] = beside[name]
    return names, modules


def _is_homework(name: str, level: int = 0) -> bool:
    return bool(name) and (level > 0 or name.partition(".")[0] not in KNOWN)


def _holds_tests(node: ast.ClassDef) -> bool:
    return any(isinstance(part, ast.FunctionDef) and part.name.startswith("test") for part in node.body)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)


def _keep_import(node: ast.Import | ast.ImportFrom, modules: Mapping[str, str], found: Found) -> None:
    package = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
    if package.partition(".")[0] not in _SPOKEN_FOR and not _is_homework(package, getattr(node, "level", 0)):
        line = ast.unparse(node)
        if line not in found.imports and package != "__future__":
            found.imports.append(line)


def _check(path: Path, node: ast.FunctionDef, owner: ast.ClassDef | None, students: ToStudent, found: Found) -> None:
    where = f"{path}:{node.lineno}"
    made = FoundCheck(node.name, ast.get_docstring(node) or "", where, [], [])
    made.title = made.title.splitlines()[0] if made.title else ""
    if not made.title:
        found.ask(f"{where}: {node.name} has no docstring: write the sentence that students read")
    for mark in node.decorator_list:
        _mark(mark, made, found)
    body = node.body[1:] if made.title and _is_text(node.body[0]) else node.body
    students.calls = []
    made.body = [students.visit(part) for part in body] or [ast.Pass()]
    made.targets = list(dict.fromkeys(students.calls))
    asked = [arg.arg for arg in node.args.args if arg.arg != "self"]
    made.fixtures = tuple(name for name in asked if name not in ("student", "reference", "draw", "same"))
    if made.fixtures:
        found.ask(f"{where}: asks for {', '.join(made.fixtures)}, which checks do not have: draw or write it instead")
    if not made.targets:
        found.ask(f"{where}: {node.name} calls nothing of the student's: say what it checks, or drop it")
    for part in made.body:
        _trouble(where, part, found)
    if owner is not None and not made.question:
        made.question = owner.name
    found.checks.append(made)


def _mark(mark: ast.expr, made: FoundCheck, found: Found) -> None:
    """Read gradescope-utils' decorators. What pytest's mean is left to a person."""
    call = mark if isinstance(mark, ast.Call) else None
    name = ast.unparse(call.func if call else mark).rpartition(".")[2]
    argument = call.args[0].value if call and call.args and isinstance(call.args[0], ast.Constant) else None
    if name == "weight" and isinstance(argument, int | float):
        made.points = float(argument)
    elif name == "number" and argument is not None:
        made.question = str(argument)
    elif name == "visibility":
        found.ask(f"{made.where}: was {argument!r}: here checks are public, and only numbers are hidden")
    else:
        found.ask(f"{made.where}: @{ast.unparse(mark)} is left out: write its cases as checks of their own")


def _trouble(where: str, node: ast.AST, found: Found) -> None:
    """List what a check cannot do, or should do otherwise."""
    text = ast.unparse(node)
    if "raises" in text or "assertRaises" in text:
        found.ask(f"{where}: expects an exception: write `with raises(…):`, from softmark.checks")
    if "open(" in text or "read_csv" in text or "np.load" in text:
        found.ask(f"{where}: reads a file: give it to students (`given`), or draw numbers")
    if any(_takes_function(part, found) for part in ast.walk(node)):
        found.ask(
            f"{where}: passes a function, which cannot go into the sandbox: write it as a class in graders/probes.py"
        )
    if any(isinstance(part, ast.Constant) and type(part.value) in (int, float) for part in ast.walk(node)):
        found.ask(f"{where}: numbers are typed in: take them from `draw`, and the right answer from `reference`")


def _takes_function(node: ast.AST, found: Found) -> bool:
    """Whether a call of the student's gets a lambda, or a function of the test file, as an argument."""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("student.")):
        return False
    helpers = {text.removeprefix("def ").partition("(")[0] for text in found.helpers if text.startswith("def ")}
    given = [*node.args, *(word.value for word in node.keywords)]
    return any(isinstance(part, ast.Lambda) or (isinstance(part, ast.Name) and part.id in helpers) for part in given)


def words(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id


class ToStudent(ast.NodeTransformer):
    """Names of the student's become requests: `row_means(x)` → `student.rows.row_means(x)`; unittest's become plain."""

    def __init__(self, names: Mapping[str, tuple[str, str]], modules: Mapping[str, str]) -> None:
        self.names, self.modules = names, modules
        self.calls: list[tuple[str, str]] = []

    def _asked(self, owner: str, name: str) -> ast.expr:
        self.calls.append((owner, name))
        return ast.parse(f"student.{owner}.{name}", mode="eval").body

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.names and isinstance(node.ctx, ast.Load):
            return self._asked(*self.names[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in self.modules:
            return self._asked(self.modules[node.value.id], node.attr)
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            return node
        kind, args = call.func.attr, call.args
        if kind in _COMPARED and len(args) >= 2:
            return ast.Assert(ast.Compare(args[0], [_COMPARED[kind]()], [args[1]]))
        if kind in ("assertTrue", "assertFalse") and args:
            return ast.Assert(args[0] if kind == "assertTrue" else ast.UnaryOp(ast.Not(), args[0]))
        if kind == "assertAlmostEqual" and len(args) >= 2:
            close = ast.parse("abs(0 - 0) < 1e-07", mode="eval").body
            assert isinstance(close, ast.Compare) and isinstance(close.left, ast.Call)
            close.left.args = [ast.BinOp(args[0], ast.Sub(), args[1])]
            return ast.Assert(close)
        return node
