"""The tasks of an assignment as plain data: what a grade needs to know of the rubric, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..checks.module_names import module_of


@dataclass(frozen=True)
class Rule:
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
    contains: tuple[str, ...]
    """Tasks whose idea a right answer to this one contains: it never stands below those."""
    not_allowed: tuple[str, ...]
    """Rules."""
    slow: bool

    @property
    def full_names(self) -> frozenset[str]:
        """With their module: "attention.softmax"."""
        return frozenset(f"{module_of(self.file)}.{name}" for name in self.names)


@dataclass(frozen=True)
class Assignment:
    name: str
    title: str
    framework: str
    files: tuple[str, ...]
    """What is handed in, in the order of the tasks."""
    given: tuple[str, ...]
    packages: tuple[str, ...]
    """What students' code may import."""
    hints: str
    """name | category | off: how much is told of a known mistake."""
    handout: bool
    """Whether students have one."""
    tasks: tuple[Task, ...]
    rules: Mapping[str, Rule]
    stubs: Mapping[str, str] = field(default_factory=dict)
    """File → the fingerprint of its text as it was handed out, where there is something to write in it."""

    @cached_property
    def by_id(self) -> dict[str, Task]:
        return {task.id: task for task in self.tasks}

    @cached_property
    def forbidden(self) -> dict[str, tuple[str, ...]]:
        """Task → what may not be called while its checks ask."""
        return {
            task.id: tuple(call for name in task.not_allowed for call in self.rules[name].calls) for task in self.tasks
        }

    def rule_broken(self, task: Task, says: str) -> str:
        """What a student reads; `says` which line calls what."""
        rules = [self.rules[name] for name in task.not_allowed]
        broken = next((rule for rule in rules if says.endswith(rule.calls)), None)
        called = f"{says}, by this or another name" if broken else says
        words = broken.says if broken else ", ".join(rule.says for rule in rules)
        return f"{called}; task {task.id} asks you to write it yourself (not allowed: {words})"

    @cached_property
    def contract(self) -> frozenset[str]:
        """Every name that some task asks for."""
        return frozenset(name for task in self.tasks for name in task.full_names)

    def below(self, task: Task) -> list[Task]:
        """The tasks that this one stands on, directly or not, in the order of the list; none that contain its idea."""
        found: set[str] = set()
        waiting = list(task.uses)
        while waiting:
            current = waiting.pop()
            if current not in found and current in self.by_id:
                found.add(current)
                waiting += self.by_id[current].uses
        return [each for each in self.tasks if each.id in found and task.id not in each.contains]

    @staticmethod
    def of(data: Mapping[str, Any]) -> Assignment:
        """From the JSON that the build wrote."""
        return Assignment(
            name=str(data["assignment"]),
            title=str(data["title"]),
            framework=str(data["framework"]),
            files=tuple(data["files"]),
            given=tuple(data["given"]),
            packages=tuple(data["packages"]),
            hints=str(data["hints"]),
            handout=bool(data["handout"]),
            tasks=tuple(_task(entry) for entry in data["tasks"]),
            rules={name: Rule(str(rule["says"]), tuple(rule["calls"])) for name, rule in data["rules"].items()},
            stubs=dict(data["stubs"]),
        )


def _task(entry: Mapping[str, Any]) -> Task:
    lists = {name: tuple(entry[name]) for name in ("names", "uses", "contains", "not_allowed")}
    return Task(
        id=str(entry["id"]),
        title=str(entry["title"]),
        points=float(entry["points"]),
        bonus=bool(entry["bonus"]),
        file=str(entry["file"]),
        slow=bool(entry["slow"]),
        **lists,
    )
