"""Counts how often each task has failed, and so how much help it gets (softmark/naming/stages.py says which).

Only a change in the code counts: the same program with other spaces, comments or docstrings has not been tried again.
What has failed is kept in one small file beside the public tests. It is sent nowhere, is in no zip and costs
nothing; if it is lost, help begins at the first stage again.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..naming import stages
from ..naming.stages import Stage
from .tasks import Assignment, Task

FILE = ".attempts.json"
_Definitions = dict[str, list[tuple[str, ast.AST]]]


class FailedAttempts:
    """The versions of each task that have failed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._failed = _read(path)

    def after(self, wrong: Iterable[Task], right: Iterable[Task], versions: Mapping[str, str]) -> dict[str, Stage]:
        """Note what failed and what passed; the stage of each task that failed."""
        for task in right:
            self._failed.pop(task.id, None)  # the next mistake is another one
        found: dict[str, Stage] = {}
        for task in wrong:
            known = self._failed.setdefault(task.id, [])
            if versions[task.id] not in known:
                known.append(versions[task.id])
            found[task.id] = stages.reached(len(known))
            del known[:-3]
        self._write()
        return found

    def _write(self) -> None:
        """As one piece; a folder that cannot be written to only keeps help at its first stage."""
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            part.write_text(json.dumps(self._failed, indent=1) + "\n", encoding="utf-8")
            part.replace(self._path)
        except OSError:
            part.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, list[str]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    kept = data.items() if isinstance(data, dict) else ()
    return {str(task): [str(one) for one in known][-3:] for task, known in kept if isinstance(known, list)}


def stages_after(
    assignment: Assignment, trees: Mapping[str, ast.Module], wrong: Iterable[Task], right: Iterable[Task]
) -> dict[str, Stage]:
    """The stage of each task that has just failed; nothing where help is not staged."""
    if assignment.stages != "staged":
        return {}
    wrong = list(wrong)
    return FailedAttempts(assignment.tests / FILE).after(
        wrong, right, {task.id: version(task, assignment, trees) for task in wrong}
    )


# Whether it is the same program ---------------------------------------------------------------------------------------


def version(task: Task, assignment: Assignment, trees: Mapping[str, ast.Module]) -> str:
    """A fingerprint of the task's functions and of all that they reach below them, up to what other tasks ask for."""
    known: _Definitions = {}
    for file, tree in trees.items():
        for full, node in _definitions(file.removesuffix(".py"), tree):
            known.setdefault(full.rpartition(".")[2], []).append((full, node))
    others = assignment.contract - set(task.full_names)
    classes = {full.rpartition(".")[0] for full in task.full_names}
    start = {*task.full_names, *(f"{owner}.__init__" for owner in classes)}
    seen = {full: node for found in known.values() for full, node in found if full in start}
    waiting = list(seen.values())
    while waiting:
        for name in _names(waiting.pop()):
            for full, node in known.get(name, ()):
                if full not in seen and full not in others:
                    seen[full] = node
                    waiting.append(node)
    text = "\n".join(f"{full} {ast.dump(_bare(node))}" for full, node in sorted(seen.items(), key=lambda each: each[0]))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _definitions(module: str, tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every function, method and variable of a file, by its full name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{module}.{node.name}", node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{module}.{node.name}.{part.name}", part
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            for name in {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}:
                yield f"{module}.{name}", node


def _names(node: ast.AST) -> set[str]:
    return {
        each.id if isinstance(each, ast.Name) else each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Name | ast.Attribute)
    }


def _bare(node: ast.AST) -> ast.AST:
    """The tree without docstrings. Nobody else uses the tree."""
    for part in ast.walk(node):
        body = getattr(part, "body", None)
        if isinstance(body, list):
            kept = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
            part.body = kept  # type: ignore[attr-defined]
    return node
