"""What is graded, sentence by sentence: the *Graded* list in the docstring of each function that students write.

Every check quotes the sentence that it rests on (`@rests_on`); here it is looked up. A quote is one entry of the list,
or whole sentences of one: nothing is graded by half of what a stub says.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from ..running.collect import Check
from .course import Course

_LIST = re.compile(r"^Graded:\n((?:[ \t]+\S.*(?:\n|$))+)", re.MULTILINE)


def graded(course: Course, item: str) -> tuple[str, ...]:
    """The entries of a task's Graded lists, each on one line."""
    task = course.rubric.item(item)
    tree = ast.parse(course.reference[task.file.removesuffix(".py")])
    return tuple(entry for name in task.names for entry in _entries(_docstring(tree, name)))


def misquoted(course: Course, checks: Iterable[Check]) -> list[str]:
    """A sentence for each check that quotes what its own task does not say; a check without a quote says its title."""
    wrong = []
    lists = {item.id: graded(course, item.id) for item in course.rubric.items}
    for check in checks:
        if (
            check.quotes
            and check.item in lists
            and not any(_holds(entry, check.sentence) for entry in lists[check.item])
        ):
            wrong.append(
                f"{check.name} rests on “{check.sentence}”, which the Graded list of task {check.item} does not say: "
                "quote one of its entries, or whole sentences of one"
            )
    return wrong


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


def _entries(docstring: str) -> list[str]:
    found = _LIST.search(docstring)
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
