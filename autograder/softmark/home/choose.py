"""Reads the list of tasks (public_tests/tasks.json), and finds those that somebody asked for."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from ..checks.module_names import module_of
from ..core.assignment import Assignment, Task
from ..render.words.task import listed

TESTS = "public_tests"

T = TypeVar("T")


def how_to_get_files_back(own: Sequence[str] = ()) -> str:
    """How to get our files back. Most tools unzip over what is there, so it is done where nothing of a student's is.
    check.py says the same about files that it cannot name."""
    named = f" ({listed(own)})" if own else ""
    return (
        f"unzip the assignment into a new, empty folder, then copy your own files{named} from this folder over the "
        "empty ones there. Do not unzip it over this folder: that can overwrite your work"
    )


class BadInput(Exception):
    """Something that one sentence explains; the command ends with exit code 2."""


def needed_packages(framework: str) -> tuple[str, ...]:
    """What a check at home imports."""
    return ("torch", "numpy", "pytest", "rich", "gradescope_utils")[{"torch": 0, "numpy": 1}.get(framework, 2) :]


def select(assignment: Assignment, words: Iterable[str]) -> list[Task]:
    """The tasks meant by ids (1.2), parts (1), files (attention.py) or functions (softmax); all for none. Those of one
    file stand together: 4.6 after 4.4, if 4.5 is in another."""
    words = list(words)
    wanted = {ident for word in words for ident in _meant(assignment, word)} if words else set(assignment.by_id)
    order = list(dict.fromkeys(task.file for task in assignment.tasks))
    return sorted((task for task in assignment.tasks if task.id in wanted), key=lambda task: order.index(task.file))


def _meant(assignment: Assignment, word: str) -> set[str]:
    bare = word.strip().removeprefix("./").removesuffix("/")
    found = {task.id for task in assignment.tasks if bare in _names_of(task)}
    if not found:
        raise BadInput(f"There is no task {word!r}. {_did_you_mean(assignment, bare)}")
    return found


def _names_of(task: Task) -> set[str]:
    """What somebody may call it: 3.1, 3, block.py, block, LayerNorm.forward, LayerNorm."""
    last = task.file.rpartition("/")[2]
    classes = {name.rpartition(".")[0] for name in task.names} - {""}
    return {task.id, task.id.partition(".")[0], task.file, last, module_of(last), *task.names, *classes}


def _did_you_mean(assignment: Assignment, word: str) -> str:
    tasks = assignment.tasks
    known = [task.id for task in tasks] + list(assignment.files) + [name for task in tasks for name in task.names]
    near = difflib.get_close_matches(word, dict.fromkeys(known), n=3, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else f"The tasks are {listed([task.id for task in tasks])}."


def read(folder: Path) -> Assignment:
    """The assignment in this folder, or one sentence about why it cannot be read."""
    path = folder / TESTS / "tasks.json"
    return ours(path, lambda path: Assignment.of(json.loads(path.read_text(encoding="utf-8"))), how_to_get_files_back())


def ours(path: Path, reader: Callable[[Path], T], what_to_do: str) -> T:
    """What a file of public_tests holds, or one sentence about why it cannot be read."""
    try:
        return reader(path)
    except FileNotFoundError:
        raise BadInput(f"public_tests/{path.name} is missing: {what_to_do}.") from None
    except Exception as error:  # whatever a damaged file does to a reader
        raise BadInput(f"public_tests/{path.name} is damaged ({type(error).__name__}): {what_to_do}.") from None
