"""Reads the list of tasks (public_tests/tasks.json), and finds those that somebody asked for."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from ..checks.module_names import in_python, module_of

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


def listed(words: Sequence[str]) -> str:
    """1.6, 2.2 and 2.3"""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class BadInput(Exception):
    """Something that one sentence explains; the command ends with exit code 2."""


def _also_called(file: str) -> list[str]:
    """What else somebody may call a file: parts/stack.py is parts/stack, parts.stack, stack.py and stack."""
    module, last = module_of(file), file.rpartition("/")[2]
    return [module, in_python(module), last, module_of(last)]


def needed_packages(framework: str) -> tuple[str, ...]:
    """What a check at home imports."""
    return {"torch": ("torch", "numpy", "pytest"), "numpy": ("numpy", "pytest")}.get(framework, ("pytest",))


@dataclass(frozen=True)
class TaskRule:
    """Library functions that a task does not allow."""

    says: str
    calls: tuple[str, ...]


@dataclass(frozen=True)
class Task:
    id: str
    title: str
    points: float
    bonus: bool
    file: str
    names: tuple[str, ...]
    """What the student writes: "softmax", "AttentionHead.forward"."""
    uses: tuple[str, ...]
    """Earlier tasks whose functions this one calls."""
    not_allowed: tuple[str, ...]
    slow: bool
    contains: tuple[str, ...] = ()
    """Tasks whose idea a right answer to this one contains: it never stands below those."""

    @property
    def full_names(self) -> list[str]:
        return [f"{module_of(self.file)}.{name}" for name in self.names]


@dataclass(frozen=True)
class Assignment:
    name: str
    title: str
    framework: str
    files: tuple[str, ...]
    """What is handed in, in the order of the tasks."""
    given: tuple[str, ...]
    packages: tuple[str, ...]
    hints: str
    tasks: tuple[Task, ...]
    rules: dict[str, TaskRule]
    stubs: Mapping[str, str] = field(default_factory=dict)
    """File → the fingerprint of its text as it was handed out, where there is something to write in it."""
    handout: bool = True
    """Whether the folder came with one."""
    folder: Path = Path()
    """Where the student's files are: check.py works from anywhere, and always on its own folder."""

    @property
    def tests(self) -> Path:
        return self.folder / TESTS

    @cached_property
    def by_id(self) -> dict[str, Task]:
        return {task.id: task for task in self.tasks}

    @cached_property
    def contract(self) -> frozenset[str]:
        """Every name that some task asks for."""
        return frozenset(name for task in self.tasks for name in task.full_names)

    def before(self, ident: str) -> list[Task]:
        """The tasks that this one stands on, directly or not, in the order of the list."""
        found: set[str] = set()
        waiting = list(self.by_id[ident].uses)
        while waiting:
            current = waiting.pop()
            if current not in found and current in self.by_id:
                found.add(current)
                waiting += self.by_id[current].uses
        return [task for task in self.tasks if task.id in found and ident not in task.contains]

    def select(self, words: Iterable[str]) -> list[Task]:
        """The tasks meant by ids (1.2), parts (1), files (attention.py) or functions (softmax); all for none. Those of
        one file stand together: 4.6 after 4.4, if 4.5 is in another."""
        words = list(words)
        wanted = {ident for word in words for ident in self._meant(word)} if words else set(self.by_id)
        order = list(dict.fromkeys(task.file for task in self.tasks))
        return sorted((task for task in self.tasks if task.id in wanted), key=lambda task: order.index(task.file))

    def _meant(self, word: str) -> set[str]:
        bare = word.strip().removeprefix("./").removesuffix("/")
        found = {
            task.id
            for task in self.tasks
            if bare in (task.id, task.id.partition(".")[0], task.file, *_also_called(task.file))
            or bare in task.names
            or bare in {part for name in task.names for part in name.split(".")[:-1]}
        }
        if not found:
            hint = self._did_you_mean(bare)
            raise BadInput(f"There is no task {word!r}. {hint}`python check.py --list` shows all tasks.")
        return found

    def _did_you_mean(self, word: str) -> str:
        known = [task.id for task in self.tasks] + list(self.files) + [n for task in self.tasks for n in task.names]
        near = difflib.get_close_matches(word, dict.fromkeys(known), n=3, cutoff=0.5)
        return f"Did you mean {' or '.join(near)}? " if near else ""


def read(folder: Path) -> Assignment:
    """The assignment in this folder, or one sentence about why it cannot be read."""
    path = folder / TESTS / "tasks.json"
    return ours(
        path, lambda path: _assignment(json.loads(path.read_text(encoding="utf-8")), folder), how_to_get_files_back()
    )


def ours(path: Path, reader: Callable[[Path], T], what_to_do: str) -> T:
    """What a file of public_tests holds, or one sentence about why it cannot be read."""
    try:
        return reader(path)
    except FileNotFoundError:
        raise BadInput(f"public_tests/{path.name} is missing: {what_to_do}.") from None
    except Exception as error:  # whatever a damaged file does to a reader
        raise BadInput(f"public_tests/{path.name} is damaged ({type(error).__name__}): {what_to_do}.") from None


def _assignment(data: dict[str, Any], folder: Path) -> Assignment:
    return Assignment(
        folder=folder,
        name=str(data["assignment"]),
        title=str(data["title"]),
        framework=str(data["framework"]),
        files=tuple(data["files"]),
        given=tuple(data["given"]),
        packages=tuple(data["packages"]),
        hints=str(data["hints"]),
        stubs=dict(data.get("stubs", {})),
        handout=bool(data.get("handout", True)),
        tasks=tuple(_task(entry) for entry in data["tasks"]),
        rules={name: TaskRule(str(rule["says"]), tuple(rule["calls"])) for name, rule in data["rules"].items()},
    )


def _task(entry: dict[str, Any]) -> Task:
    return Task(
        id=str(entry["id"]),
        title=str(entry["title"]),
        points=float(entry["points"]),
        bonus=bool(entry["bonus"]),
        file=str(entry["file"]),
        names=tuple(entry["names"]),
        uses=tuple(entry["uses"]),
        not_allowed=tuple(entry["not_allowed"]),
        slow=bool(entry["slow"]),
        contains=tuple(entry["contains"]),
    )
