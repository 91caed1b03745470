"""Reads the list of tasks (public_tests/tasks.json), and finds those that somebody asked for."""

from __future__ import annotations

import difflib
import importlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from ..checks.module_names import module_of
from ..core.assignment import Assignment, Task
from ..render.words.task import listed
from ..running.lean_torch import leave_out_compiler

TESTS = "public_tests"
GET_BACK = (
    "unzip the assignment into a new, empty folder, then copy your own files from this folder over the empty ones "
    "there. Do not unzip it over this folder: that can overwrite your work"
)
"""How to get a file of ours back. Most tools unzip over what is there, so it is done where nothing of a student's is.
check.py says the same where this cannot be imported."""

T = TypeVar("T")


class BadInput(Exception):
    """Something that one sentence explains; the command ends with exit code 2."""


def bring_in(*packages: str) -> None:
    """Import packages that have to be installed."""
    for package in packages:
        try:
            importlib.import_module(package)
        except ModuleNotFoundError as error:
            raise BadInput(
                f"{error.name} is not installed for this Python ({sys.executable}): run  {Path(sys.executable).name} "
                "-m pip install -r requirements.txt  in the folder of check.py, then check.py again."
            ) from None
        except Exception as error:  # a broken installation can raise anything
            reason = (str(error).splitlines() or [""])[0]
            raise BadInput(
                f"{package} is installed but cannot be imported ({type(error).__name__}: {reason}): "
                f"install it again with  {sys.executable} -m pip install --force-reinstall {package}"
            ) from None


def bring_in_framework(framework: str) -> None:
    bring_in("gradescope_utils", *{"torch": ("numpy", "torch"), "numpy": ("numpy",)}.get(framework, ()))
    if framework == "torch":
        leave_out_compiler()


def select(assignment: Assignment, words: Sequence[str]) -> list[Task]:
    """The tasks meant by ids (1.2), parts (1), files (attention.py) or functions (softmax); all for none. Those of one
    file stand together: 4.6 after 4.4, if 4.5 is in another."""
    wanted = {ident for word in words for ident in _meant(assignment, word)} if words else assignment.by_id
    order = list(dict.fromkeys(task.file for task in assignment.tasks))
    return sorted((task for task in assignment.tasks if task.id in wanted), key=lambda task: order.index(task.file))


def _meant(assignment: Assignment, word: str) -> list[str]:
    name = Path(word).name  # shells complete ./attention.py
    if found := [task.id for task in assignment.tasks if name in _names_of(task)]:
        return found
    known = [each for task in assignment.tasks for each in (task.id, task.file, *task.names)]
    near = " or ".join(difflib.get_close_matches(name, dict.fromkeys(known), n=3, cutoff=0.5))
    tasks = listed([task.id for task in assignment.tasks])
    raise BadInput(f"There is no task {word!r}. " + (f"Did you mean {near}?" if near else f"The tasks are {tasks}."))


def _names_of(task: Task) -> set[str]:
    """What somebody may call it: 3.1, 3, block.py, block, LayerNorm.forward, LayerNorm."""
    file = Path(task.file).name
    classes = {name.rpartition(".")[0] for name in task.names} - {""}
    return {task.id, task.id.partition(".")[0], file, module_of(file), *task.names, *classes}


def read(folder: Path) -> Assignment:
    """The assignment in this folder."""
    return ours(folder, "tasks.json", lambda path: Assignment.of(json.loads(path.read_text(encoding="utf-8"))))


def ours(folder: Path, name: str, reader: Callable[[Path], T]) -> T:
    """What a file of public_tests holds, or one sentence about why it cannot be read."""
    try:
        return reader(folder / TESTS / name)
    except FileNotFoundError:
        raise BadInput(f"{TESTS}/{name} is missing: {GET_BACK}.") from None
    except Exception as error:  # whatever a damaged file does to a reader
        raise BadInput(f"{TESTS}/{name} is damaged ({type(error).__name__}): {GET_BACK}.") from None
