"""Reads what is graded, sentence by sentence: the *Graded* list in the docstring of each function that students write,
and what holds for every task of a file, stated once in the file's own docstring, under *Graded in every task*.

Every check quotes the sentence that it rests on (`@rests_on`); here it is looked up. A quote is one entry of a list,
or whole sentences of one: nothing is graded by half of what a stub says. A rule of every task that is a habit in one
task is one in all of them: else the same slip would be charged up to a limit here and without one there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from ..running.collect import Check
from .course import Course

_OWN, _EVERY = "Graded", "Graded in every task"


def graded(course: Course, item: str, function: str = "") -> tuple[str, ...]:
    """The entries of a task's own Graded lists, each on one line; of one function of it, where one is named."""
    task = course.rubric.item(item)
    tree = ast.parse(course.reference[task.file.removesuffix(".py")])
    names = [function] if function else task.names
    return tuple(entry for name in names for entry in _entries(_docstring(tree, name), _OWN))


def in_every_task(course: Course, file: str) -> tuple[str, ...]:
    """The rules at the head of a file: they hold for each of its tasks."""
    tree = ast.parse(course.reference[file.removesuffix(".py")])
    return tuple(_entries(ast.get_docstring(tree) or "", _EVERY))


def misquoted(course: Course, checks: Iterable[Check]) -> list[str]:
    """A sentence for each check that quotes what its own task does not say, or calls a rule of every task by a habit
    that it is not elsewhere. A check without a quote says its title."""
    wrong = []
    files = {item.id: item.file for item in course.rubric.items}
    own = {item: graded(course, item) for item in files}
    heads = {file: in_every_task(course, file) for file in set(files.values())}
    habits: dict[str, Check] = {}
    for check in checks:
        if not check.quotes or check.item not in files:
            continue
        if any(_holds(entry, check.sentence) for entry in own[check.item]):
            continue
        if not any(_holds(entry, check.sentence) for entry in heads[files[check.item]]):
            wrong.append(
                f"{check.name} rests on “{check.sentence}”, which the Graded list of task {check.item} does not say, "
                f"nor the head of {files[check.item]}: quote one of their entries, or whole sentences of one"
            )
        elif habits.setdefault(check.sentence, check).habit != check.habit:
            wrong.append(
                f"{check.name} rests on “{check.sentence}”, a rule of every task, {_as_habit(check)}, and "
                f"{habits[check.sentence].name} {_as_habit(habits[check.sentence])}: it is one or the other everywhere"
            )
    return wrong


def unchecked(course: Course, checks: Iterable[Check]) -> list[str]:
    """A sentence for each promise of a stub that no check rests on: whoever breaks it loses nothing. A task none of
    whose checks quotes anything is charged by its checks' titles, and promises nothing else."""
    quotes: dict[str, list[str]] = {}
    for check in checks:
        if check.quotes:
            quotes.setdefault(check.item, []).append(check.sentence)
    wrong = []
    for item in course.rubric.items:
        for entry in graded(course, item.id) if item.id in quotes else ():
            if not any(_holds(entry, quote) for quote in quotes[item.id]):
                wrong.append(f"no check rests on “{entry}”, which the Graded list of task {item.id} promises")
    for file in dict.fromkeys(item.file for item in course.rubric.items):
        said = [quote for item in course.rubric.items if item.file == file for quote in quotes.get(item.id, ())]
        for entry in in_every_task(course, file) if said else ():
            if not any(_holds(entry, quote) for quote in said):
                wrong.append(f"no check rests on “{entry}”, which the head of {file} promises for every task")
    return wrong


def _as_habit(check: Check) -> str:
    return f"as the habit “{check.habit}”" if check.habit else "as no habit"


def _docstring(tree: ast.Module, name: str) -> str:
    node: ast.AST = tree
    for step in name.split("."):
        found = [
            child
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.FunctionDef | ast.ClassDef) and child.name == step
        ]
        if not found:
            return ""
        node = found[0]
    return (ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None) or ""


def _entries(docstring: str, title: str) -> list[str]:
    found = re.search(rf"^{title}:\n((?:[ \t]+\S.*(?:\n|$))+)", docstring, re.MULTILINE)
    if found is None:
        return []
    return [" ".join(part.split()) for part in re.split(r"^\s*- ", found[1], flags=re.MULTILINE) if part.strip()]


def _holds(entry: str, quote: str) -> bool:
    """Whether the quote is a run of whole sentences of this entry."""
    for found in re.finditer(re.escape(quote), entry):
        before, after = entry[: found.start()], entry[found.end() :]
        if re.search(r"(^|[.!?]\)? )$", before) and (not after or (quote[-1] in ".!?)" and after[0] == " ")):
            return True
    return False
