"""Reads what the stubs promise to grade, and compares it with the checks, both ways.

The docstring of each function that students write lists its labels with their points, under *Graded*:

    Graded:
        - rows (1.6): query i is row i and key j is column j.
        - scale (1.6): divided by √d_k.

What every task promises stands once, at the head of one file, under *Graded in every task*. A label is one check, or
one for each of the functions of its task. A task without a list is graded by the titles of its checks.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..checks.points import amount
from ..running.collect import Check
from .course import Course
from .rubric import Item

_OWN, _EVERY = "Graded", "Graded in every task"
_ENTRY = re.compile(r"(?P<label>[^:]+?) \((?P<points>\d+(?:\.\d+)?)\): (?P<text>.+)")


class Label(NamedTuple):
    name: str
    points: str

    def __str__(self) -> str:
        return f"“{self.name} ({self.points})”"


def wrong(course: Course, checks: Iterable[Check]) -> list[str]:
    """A sentence for each label that stubs and checks do not agree on."""
    made = [check for check in checks if not check.is_everyday]
    of_task = {item.id: [check for check in made if check.item == item.id] for item in course.rubric.items}
    found = [said for item in course.rubric.items for said in _of_task(course, item, of_task[item.id])]
    return [*found, *_of_every_task(course, [check for each in of_task.values() for check in each if check.shared])]


def _of_task(course: Course, item: Item, checks: Iterable[Check]) -> Iterator[str]:
    promised = Counter(label for name in item.names for label in _listed(_docstring(course, item, name), _OWN))
    graded = Counter(label for family in _families(checks).values() for label in family)
    if not promised:
        return
    for label in graded - promised:
        yield f"a check of task {item.id} is about {label}, which the Graded list of its stub does not say"
    for label in promised - graded:
        yield f"no check is about {label}, which the Graded list of task {item.id} promises"


def _families(checks: Iterable[Check]) -> Mapping[str, set[Label]]:
    """Class of checks → its own labels; checks of one label (with parameters) count together."""
    found: dict[str, set[Label]] = {}
    for check in checks:
        if not check.shared:
            found.setdefault(check.family, set()).add(_label(check))
    return found


def _of_every_task(course: Course, shared: Iterable[Check]) -> Iterator[str]:
    promised = {label for text in _heads(course) for label in _listed(text, _EVERY)}
    graded = {_label(check): check for check in shared}
    for label in graded.keys() - promised:
        yield f"{graded[label].name} is about {label}, which no file's head lists under “{_EVERY}”"
    for label in promised - graded.keys():
        yield f"no check is about {label}, which a file's head promises for every task"


def _label(check: Check) -> Label:
    return Label(check.label, amount(check.weight))


def _heads(course: Course) -> list[str]:
    return [ast.get_docstring(ast.parse(text)) or "" for text in course.reference.values()]


def _docstring(course: Course, item: Item, name: str) -> str:
    node: ast.AST = ast.parse(course.reference[item.file.removesuffix(".py")])
    for step in name.split("."):
        inside = ast.iter_child_nodes(node)
        defined = [each for each in inside if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == step]
        if not defined:
            return ""
        node = defined[0]
    return (ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None) or ""


def _listed(docstring: str, title: str) -> list[Label]:
    found = re.search(rf"^{title}\b[^\n]*:\n((?:[ \t]+\S.*(?:\n|$))+)", docstring, re.MULTILINE)
    if found is None:
        return []
    parts = re.split(r"^\s*- ", found[1], flags=re.MULTILINE)
    entries = [_ENTRY.fullmatch(" ".join(part.split())) for part in parts if part.strip()]
    return [Label(entry["label"], amount(float(entry["points"]))) for entry in entries if entry]
