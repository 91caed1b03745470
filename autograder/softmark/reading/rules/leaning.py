"""Finds which tasks a task stands on: by the rubric's `uses`, and by the student's own calls, constructors and base
classes.

One mistake costs once only if it is known where it is used. A student may write `simple_attention` with their own
`softmax`, which is a later task and in nobody's `uses`: if that is wrong, the first must not be lost with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .forbidden import Reading


class LeaningTask(Protocol):
    """A task of the rubric or of the local check."""

    @property
    def id(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def uses(self) -> Sequence[str]: ...
    @property
    def contains(self) -> Sequence[str]: ...


class Leaning:
    def __init__(self, tasks: Sequence[LeaningTask]) -> None:
        self._tasks = {task.id: task for task in tasks}
        self._order = {task.id: place for place, task in enumerate(tasks)}
        self._calls: dict[str, set[str]] = {}
        """Task → the tasks whose functions or classes its own code uses."""

    def read(self, reading: Reading) -> None:
        """Follow the calls of every task; nothing is run."""
        owners = self._owners()
        for task in self._tasks.values():
            names = [f"{task.file.removesuffix('.py')}.{name}" for name in task.names]
            self._calls[task.id] = {owners[name] for name in reading.leans(names) if name in owners} - {task.id}

    def stands_on(self, ident: str) -> set[str]:
        """What a task leans on, directly or not, as far as the reference may stand in for it.

        A later task counts only if it leans on nothing itself. So no two tasks ever stand on each other, and none can
        be passed by what the reference made of it. A task that contains the idea of this one never counts: whoever
        calls the reference's has not written their own.
        """
        found: set[str] = set()
        waiting = [ident]
        while waiting:
            for other in self._leans(waiting.pop()) - found - {ident}:
                earlier = self._order.get(other, len(self._order)) < self._order[ident]
                if other in self._order and (earlier or not self._leans(other)):
                    found.add(other)
                    waiting.append(other)
        return {other for other in found if self.may_serve(other, ident)}

    def may_serve(self, other: str, ident: str) -> bool:
        """Whether the reference's `other` may stand below a task without answering it."""
        return ident not in self._tasks[other].contains

    def _leans(self, ident: str) -> set[str]:
        uses = self._tasks[ident].uses if ident in self._tasks else ()
        return set(uses) | self._calls.get(ident, set())

    def _owners(self) -> dict[str, str]:
        """Function, method or class → the task that it is written in; a class belongs to the task of its `forward`."""
        found: dict[str, str] = {}
        for task in self._tasks.values():
            module = task.file.removesuffix(".py")
            for name in task.names:
                owner, _, method = name.rpartition(".")
                found[f"{module}.{name}"] = task.id
                if owner and (method == "forward" or f"{module}.{owner}" not in found):
                    found[f"{module}.{owner}"] = task.id
        return found
