"""An attack on what students receive: search for each task's expression, with the help of the file for the line.

    python -m tests.hostile.reading_out [--seconds 20] [--file none|shipped|opened] [TASK …]

From a task's inputs it makes every value that one torch operation gives, then every value that one more gives, and so
on, until its time is up. A value that is the public answer solves the task. A value that the file for the line knows is
on a right way, so it becomes a new starting point and the search begins again from there: that turns one search of many
steps into many of one step. `shipped` uses the file as students get it (an answer that a known mistake gives opens it,
and every value made is tried as one); `none` has the public answers alone; `opened` is the same file with its locks
removed, to see what they are worth. Solved tasks are counted with all their points, which is more than they would earn.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from softmark.checks import values
from softmark.checks.request import Outcome, Request
from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from softmark.locating import right_way
from softmark.locating.fingerprints import fingerprint_of, keys_of
from softmark.locating.right_way import RightWay, Ways
from softmark.locating.watched_calls import Watched
from softmark.running.collect import Checks, with_checks
from softmark.running.trusted import Local, load

ROOT = Path(__file__).resolve().parents[2]
TASKS = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3")
"""Parts 1 to 3. (1.7 asks for numbers that are chosen, not computed.)"""
MOST_NUMBERS = 20_000
"""Entries of a value that is searched from."""


@dataclass
class Made:
    """A value and how it was made."""

    text: str
    value: Tensor
    steps: int


@dataclass
class Target:
    """One public check of a task, as a student can see it: its inputs, and the answer."""

    task: str
    check: str
    inputs: dict[str, Tensor]
    sizes: set[int]
    answer: Tensor


@dataclass
class Found:
    """What a search for one task came to."""

    solved: str = ""
    waypoints: list[str] = field(default_factory=list)
    opened: str = ""
    tried: int = 0


class _Looking(Local):
    """Runs the reference, and keeps what the last call was given and what it gave: students have both."""

    def __init__(self, modules: Any) -> None:
        super().__init__(modules)
        self.last: tuple[Request, Outcome] | None = None
        self.weights: dict[str, Tensor] = {}

    def perform(self, request: Request) -> Outcome:
        outcome = super().perform(request)
        if request.op == "call" or request.op == "observe":
            target = (
                self._executor._objects.get(int(request.target[1:].partition(".")[0]))
                if request.target[0] == "#"
                else None
            )
            self.weights = dict(target.state_dict()) if isinstance(target, torch.nn.Module) else {}
            self.last = request, outcome
        return outcome


def target_of(course: Course, checks: Checks, worlds: Worlds, task: str) -> Target | None:
    """The first check of a task whose values can be followed, with tensors for inputs and answer."""
    for check in checks.of(task):
        if check.by_pattern or check.asks("grad"):
            continue
        port = _Looking(load(course.trusted_sources()))
        checks.run(check, worlds.against(course.rubric.public_key(), port))
        if port.last is None:
            continue
        request, outcome = port.last
        given = [
            (f"a{place}", array) for place, (_, array) in enumerate(values.arrays_in([request.args, request.kwargs]))
        ]
        answers = [array for _, array in values.arrays_in(outcome.value)]
        if not given or not answers:
            continue
        tensors = {name: torch.as_tensor(values.as_numpy(array)) for name, array in (*given, *port.weights.items())}
        plain = [part for part in (*request.args, *request.kwargs.values()) if type(part) is int]
        sizes = {size for each in tensors.values() for size in each.shape if size > 1} | {
            part for part in plain if part > 1
        }
        return Target(task, check.name, tensors, sizes, torch.as_tensor(values.as_numpy(answers[0])))
    return None


# One step -------------------------------------------------------------------------------------------------------------

_ONE: dict[str, Callable[[Tensor], Tensor]] = {
    "{}.exp()": torch.exp, "{}.log()": torch.log, "{}.sqrt()": torch.sqrt, "{}.relu()": torch.relu, "-{}": torch.neg,
    "1 / {}": torch.reciprocal, "{} ** 2": torch.square, "{}.mT": lambda x: x.mT, "{}.tril()": torch.tril,
    "~{}": torch.bitwise_not,
}  # fmt: skip
_OVER: dict[str, Callable[[Tensor, int], Tensor]] = {
    "{}.sum(AXIS, keepdim=True)": lambda x, axis: x.sum(axis, keepdim=True),
    "{}.mean(AXIS, keepdim=True)": lambda x, axis: x.mean(axis, keepdim=True),
    "{}.amax(AXIS, keepdim=True)": lambda x, axis: x.amax(axis, keepdim=True),
    "{}.cumsum(AXIS)": lambda x, axis: x.cumsum(axis),
}
_TWO: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "({} + {})": torch.add, "({} - {})": torch.sub, "({} * {})": torch.mul, "({} / {})": torch.div,
    "({} @ {})": torch.matmul, "({} @ {}.mT)": lambda x, y: x @ y.mT,
    "{}.masked_fill(~{}, -inf)": lambda x, y: x.masked_fill(~y, float("-inf")),
}  # fmt: skip


def alone(one: Made, sizes: set[int]) -> Iterator[tuple[str, Callable[[], Tensor]]]:
    """Everything that one operation makes of one value."""
    x, text = one.value, one.text
    for form, operation in _ONE.items():
        yield form.format(text), lambda operation=operation: operation(x)
    for axis in (-1, -2, -3)[: x.dim()]:
        for over, summed in _OVER.items():
            yield over.replace("AXIS", str(axis)).format(text), lambda summed=summed, axis=axis: summed(x, axis)
    for size in sorted(sizes):
        yield f"({text} / {size})", lambda size=size: x / size
        yield f"({text} / {size} ** 0.5)", lambda size=size: x / size**0.5
        yield f"({text} + {size})", lambda size=size: x + size
        if x.dim() > 1 and x.shape[-1] % size == 0:
            yield f"heads({text}, {size})", lambda size=size: x.unflatten(-1, (size, -1)).transpose(-3, -2)
    yield f"({text} + 1e-5)", lambda: x + 1e-5
    if x.dim() > 2:
        yield f"merged({text})", lambda: x.transpose(-3, -2).flatten(-2)


def together(one: Made, other: Made) -> Iterator[tuple[str, Callable[[], Tensor]]]:
    for form, operation in _TWO.items():
        yield form.format(one.text, other.text), lambda operation=operation: operation(one.value, other.value)


# The search -----------------------------------------------------------------------------------------------------------


class Search:
    def __init__(
        self, target: Target, ways: Ways, seconds: float, *, use_file: bool, most: float = float("inf")
    ) -> None:
        """`most`: how many operations are tried."""
        self._target, self._ways, self._use_file, self._most = target, ways, use_file, most
        self._until = time.process_time() + seconds
        self._way: RightWay | None = ways.opened(target.check, Watched()) if use_file else None
        self._seen: set[tuple[int, ...]] = set()
        self.found = Found()
        self._answer = target.answer.double()

    def run(self) -> Found:
        start = [Made(name, value, 0) for name, value in self._target.inputs.items()]
        level = start
        while level and not self.found.solved and not self._is_over():
            known = start if level is start else [*start, *level]
            made, right = [], []
            for each, is_right in self._tried(self._next(known, level)):
                (right if is_right else made).append(each)
                if self.found.solved:
                    break
            self.found.waypoints += [each.text for each in right]
            start = [*start, *right]
            level = start if right else made  # the search begins again from what is known to be right
        return self.found

    def _is_over(self) -> bool:
        return self.found.tried >= self._most or time.process_time() > self._until

    def _next(self, known: list[Made], level: list[Made]) -> Iterator[tuple[Made, str, Callable[[], Tensor]]]:
        for each in level:
            yield from ((each, text, call) for text, call in alone(each, self._target.sizes))
        for one in level:
            for other in known:
                for pair in ((one, other), (other, one)):
                    yield from ((one, text, call) for text, call in together(*pair))

    def _tried(self, calls: Iterator[tuple[Made, str, Callable[[], Tensor]]]) -> Iterator[tuple[Made, bool]]:
        for before, text, call in calls:
            if self._is_over():
                return
            self.found.tried += 1
            try:
                value = call()
            except (RuntimeError, TypeError, IndexError, ValueError):
                continue
            if value.numel() > MOST_NUMBERS or value.dim() > 5:
                continue
            fingerprints = (*fingerprint_of(value), *value.shape)
            if fingerprints in self._seen:
                continue
            self._seen.add(fingerprints)
            made = Made(text, value, before.steps + 1)
            if value.shape == self._answer.shape and torch.allclose(value.double(), self._answer, 1e-4, 1e-6, True):
                self.found.solved = text
            yield made, self._is_right(made)

    def _is_right(self, made: Made) -> bool:
        if not self._use_file:
            return False
        if self._way is None:
            self._way = self._ways.opened(self._target.check, Watched(keys=tuple(keys_of(made.value))))
            if self._way is None:
                return False
            self.found.opened = made.text
            self._seen.clear()  # what was made before is looked at once more, now that it can be known
        return self._way.knows(fingerprint_of(made.value))


def attack(course: Course, file: str, seconds: float, tasks: list[str]) -> dict[str, Found]:
    """What is found for each task, with so many seconds of processor time each."""
    path, key = course.ways_path, course.rubric.public_key()
    ways = right_way.read(path, key, course.opens_ways if file == "opened" else None)
    found: dict[str, Found] = {}

    def drive(checks: Checks) -> None:
        worlds = Worlds(course, checks)
        for task in tasks:
            target = target_of(course, checks, worlds, task)
            if target is not None:
                found[task] = Search(target, ways, seconds, use_file=file != "none").run()
                each = found[task]
                print(f"{task}  {each.tried:>8} tried  {len(each.waypoints):>3} known to be right"
                      f"  opened by {each.opened or '-'}  solved by {each.solved or '-'}", file=sys.stderr)  # fmt: skip

    torch.set_num_threads(1)
    with_checks(course.graders, drive)
    return found


def points(course: Course, found: dict[str, Found]) -> float:
    return sum(course.rubric.item(task).points for task, each in found.items() if each.solved)


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.hostile.reading_out", description="Search for solutions.")
    reader.add_argument("tasks", nargs="*", default=TASKS, metavar="TASK")
    reader.add_argument("--seconds", type=float, default=20.0, help="of processor time for a task (default 20)")
    reader.add_argument("--file", choices=["none", "shipped", "opened"], default="shipped")
    asked = reader.parse_args()
    course = Course.at(ROOT)
    found = attack(course, asked.file, asked.seconds, list(asked.tasks))
    solved = [task for task, each in found.items() if each.solved]
    print(json.dumps({"file": asked.file, "seconds": asked.seconds, "solved": solved, "points": points(course, found),
                      "known to be right": sum(len(each.waypoints) for each in found.values()),
                      "opened": [task for task, each in found.items() if each.opened]}))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
