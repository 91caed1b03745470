"""Writes the drafted course: rubric, graders, references, and a list of what a person must decide."""

from __future__ import annotations

import ast
import keyword
import re
import textwrap
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ...checks.errors import GraderFault
from . import otter, reading
from .imported_tests import Found, FoundCheck

LIST = "TO_DECIDE.md"
_MOST_BYTES = 1 << 20


def read(path: Path) -> Found:
    """Everything in a folder of tests, or in one file; GraderFault if there is nothing to begin with."""
    if not path.exists():
        raise GraderFault(f"there is no {path}")
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    files = [file for file in files if not any(part.startswith((".", "__")) for part in file.parts[len(path.parts) :])]
    trees: dict[Path, tuple[str, ast.Module]] = {}
    found = Found("pytest")
    for file in files:
        try:
            if file.stat().st_size > _MOST_BYTES:
                raise ValueError("it is too large")
            text = file.read_text(encoding="utf-8")
            trees[file] = (text, ast.parse(text))
        except (OSError, ValueError, SyntaxError, RecursionError) as problem:
            found.ask(f"{file}: cannot be read as Python ({str(problem).splitlines()[0]}), and is left out")
    tests = {file: tree for file, (_, tree) in trees.items() if otter.is_question(tree) or _has_tests(tree)}
    beside = {file.stem: text for file, (text, _) in trees.items() if file not in tests and file.stem != "conftest"}
    for file, tree in tests.items():
        if otter.is_question(tree):
            found.kind = "otter"
            otter.question(file, tree, found)
        else:
            if "gradescope_utils" in trees[file][0]:
                found.kind = "gradescope-utils"
            reading.module(file, tree, beside, found)
    for file in trees:
        if file.stem == "conftest":
            found.ask(f"{file}: fixtures of conftest.py are left out: checks have student, reference, draw and same")
    if not any(check.targets for check in found.checks):
        unread = "".join(f"; {sentence}" for sentence in found.decide if "cannot be read" in sentence)
        raise GraderFault(f"{path}: no test that calls a student's function was found; nothing was written{unread}")
    return found


def _has_tests(tree: ast.Module) -> bool:
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return any(name.startswith("test") for name in names)


@dataclass
class _Item:
    ident: str
    file: str
    name: str
    checks: list[FoundCheck]

    @property
    def points(self) -> float:
        declared = [check.points for check in self.checks if check.points is not None]
        return round(sum(declared), 2) if declared else float(len(self.checks))


def texts(found: Found, name: str) -> dict[str, str]:
    """Path → text of the drafted course."""
    items = _items(found)
    files = list(dict.fromkeys(item.file for item in items))
    _guesses(found, items)
    written = {"autograder/rubric.yaml": _rubric(name, files, items, found)}
    for file in files:
        mine = [item for item in items if item.file == file]
        written[f"autograder/graders/test_{file}"] = _graders(file, mine, found)
        source = found.sources.get(file.removesuffix(".py"), "")
        written[f"solutions/reference/{file}"] = _reference(file, source, mine, found)
    written[LIST] = _list(found, name)
    return written


def _items(found: Found) -> list[_Item]:
    """One task for each function of the student's, with the tests that call it first."""
    items: dict[tuple[str, str], _Item] = {}
    for check in found.checks:
        if check.targets:
            module, function = check.targets[0]
            place = f"1.{len(items) + 1}"
            items.setdefault((module, function), _Item(place, f"{module}.py", function, [])).checks.append(check)
    return sorted(items.values(), key=lambda item: list(items.values()).index(item))


def _guesses(found: Found, items: list[_Item]) -> None:
    for item in items:
        if all(check.points is None for check in item.checks):
            found.ask(f"rubric.yaml, {item.ident}: {item.points:g} points are a guess, one for each test")
        others = {f"{m}.{f}" for check in item.checks for m, f in check.targets} - {f"{item.file[:-3]}.{item.name}"}
        if others:
            found.ask(
                f"rubric.yaml, {item.ident}: its tests also call {', '.join(sorted(others))}: name them in `uses`?"
            )
    found.ask("solutions/wrong: write the mistakes that you have met; without them nothing is named")
    found.ask("isolation, limits, dates and late work have their defaults: see the instructor's guide")


def _rubric(name: str, files: list[str], items: list[_Item], found: Found) -> str:
    torch = any("torch" in line for line in found.imports)
    packages = sorted({line.split()[1].partition(".")[0] for line in found.imports} | {"numpy"})
    rows = [
        f"# Drafted from {found.kind} tests. {LIST} lists what a person must still decide.",
        f"name: {re.sub('[^a-z0-9_-]', '-', name.lower()) or 'imported'}",
        f"title: {name.replace('_', ' ').capitalize()}",
        "term: first-term",
        f"framework: {'torch' if torch else 'numpy'}",
        f"files: [{', '.join(files)}]",
        f"packages: [{', '.join(packages)}]",
        "items:",
    ]
    for item in items:
        rows += [f'  - id: "{item.ident}"', f"    title: {item.name.replace('_', ' ').capitalize()}"]
        rows += [f"    points: {item.points:g}", f"    file: {item.file}", f"    names: [{item.name}]"]
    return "\n".join(rows) + "\n"


def _graders(file: str, items: list[_Item], found: Found) -> str:
    parts = ["\n\n".join(found.helpers)]
    for each in items:
        title = "".join(word.capitalize() for word in each.name.split("_"))
        rows = [f'@item("{each.ident}")', f"class Test{title}:"]
        seen: Counter[str] = Counter()
        for check in each.checks:
            seen[check.name] += 1
            number = f"_{seen[check.name]}" if seen[check.name] > 1 else ""
            said = check.title.replace("\\", "").replace('"', "'") or check.name.replace("_", " ").capitalize() + "."
            arguments = ", ".join(["self", "student", *check.fixtures])
            body = ast.unparse(ast.fix_missing_locations(ast.Module(check.body, [])))
            rows += [f"    # from {' '.join(check.where.split())}", f"    def {check.name}{number}({arguments}):"]
            rows += [f'        """{said}"""', textwrap.indent(body, " " * 8), ""]
        parts.append("\n".join(rows).rstrip())
    checks = "\n\n\n".join(part for part in parts if part)
    imports = sorted([*found.imports, *(["import pytest"] if "pytest." in checks else [])])
    head = [f'"""Checks of {file}, drafted from {found.kind} tests."""', "\n".join(imports)]
    return "\n\n".join([*filter(None, head), "from softmark.checks import item"]) + f"\n\n\n{checks}\n"


def _reference(file: str, source: str, items: list[_Item], found: Found) -> str:
    """The answer that lay beside the tests, with marks around what students write; else something to be written."""
    if source:
        found.ask(f"solutions/reference/{file}: copied from beside the tests: is it the right answer?")
        return _marked(source, {item.name: item.ident for item in items}, file, found)
    found.ask(f"solutions/reference/{file}: write the right answer; docstrings with shapes and a Graded list")
    rows = [f'"""To be written: the right answers of {file}."""']
    for item in items:
        mark = f"    # BEGIN SOLUTION {item.ident} (about … lines)\n    raise NotImplementedError\n    # END SOLUTION"
        rows.append(f'def {item.name}(*args):\n    """To be written: what goes in, what comes out."""\n{mark}')
    return "\n\n\n".join(rows) + "\n"


def _marked(source: str, idents: dict[str, str], file: str, found: Found) -> str:
    lines = source.splitlines()
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name in idents]
    for node in reversed(nodes):
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        if body and node.end_lineno and body[0].lineno > node.lineno:
            pad = " " * body[0].col_offset
            lines.insert(node.end_lineno, f"{pad}# END SOLUTION")
            count = node.end_lineno - body[0].lineno + 1
            lines.insert(body[0].lineno - 1, f"{pad}# BEGIN SOLUTION {idents[node.name]} (about {count} lines)")
    for name in sorted(set(idents) - {node.name for node in nodes}):
        found.ask(f"solutions/reference/{file}: {name} is no plain function there: put the marks around it by hand")
    return "\n".join(lines) + "\n"


def _list(found: Found, name: str) -> str:
    rows = "\n".join(f"- [ ] {sentence}" for sentence in found.decide)
    return f"""\
# What a person must still decide

{name} was drafted from {len(found.checks)} {found.kind} tests, which were read and not run. Tests of one function
became one task. Go through this list, then `softmark build`, `softmark audit`.

{rows}
"""


def write(source: Path, target: Path) -> tuple[Found, list[str]]:
    """Draft the course; what was found, and the names of the files. GraderFault before anything is written."""
    if not target.name.isidentifier() or keyword.iskeyword(target.name):
        raise GraderFault(f"{target.name!r} is not a name that Python can import (letters, digits and _)")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise GraderFault(f"{target} is not empty; nothing was written: choose another folder")
    found = read(source)
    files = texts(found, target.name)
    try:
        for name, text in files.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise GraderFault(f"{error.filename}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    return found, list(files)
