"""Records what our checks ask, as plain data from which `under_gradescope_utils.py` makes tests: its twins.

The graders run once over the reference, on public and on hidden numbers, and all that they ask and it replies is kept.
The twins make the same calls, straight to the student's modules in the same process, and compare each reply by torch's
own `assert_close`. There is no sandbox, no clock and no diagnosis in them: that is what a course has that writes its
tests for gradescope-utils itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from softmark.build.known_code import Against
from softmark.checks import values
from softmark.checks.request import Outcome, Request
from softmark.checks.values import HandleRef, Rng
from softmark.content.course import Course
from softmark.running.collect import Check, Checks, with_checks
from softmark.running.execute import Executor
from softmark.running.trusted import load

from .plain import Generator, Model


class _Watched(Outcome):
    """An outcome that notes at what of it a check looks, besides its value."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("changed", "requires_grad"):
            object.__getattribute__(self, "__dict__")["looked_at"].add(name)
        return object.__getattribute__(self, name)


class _Noting(Executor):
    """Asks the reference, and keeps a copy of all that passes through."""

    calls: list[dict[str, Any]]

    def perform(self, request: Request) -> Outcome:
        call = _plain(values.copy(request.plain()))
        outcome = super().perform(request)
        kept = _plain(values.copy(outcome.plain()))
        self.calls.append({**call, "reply": kept, "looked_at": set()})
        watched = _Watched(**outcome.plain() | {"changed": outcome.changed, "by_input": outcome.by_input})
        watched.__dict__["looked_at"] = self.calls[-1]["looked_at"]
        return watched

    def forget(self) -> None:
        super().forget()
        self.calls = []


def _plain(value: Any) -> Any:
    """Without any class of the engine's."""
    if isinstance(value, HandleRef):
        return Model(value.number)
    if isinstance(value, Rng):
        return Generator(value.seed)
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return type(value)(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def twins(course: Course) -> list[dict[str, Any]]:
    """One for each check and each set of numbers."""
    found: list[dict[str, Any]] = []

    def drive(checks: Checks) -> None:
        port, reference = _Noting(load(course.trusted_sources())), load(course.trusted_sources())
        for phase, check in _all(course, checks):
            hidden = (course.hidden_key(), course.redrawn)
            key, redrawn = (course.rubric.public_key(), {}) if phase == "public" else hidden
            finding = checks.run(check, Against(course.rubric, key, port, reference, redrawn))
            assert finding.passed, f"the reference fails {check.name}: {finding.staff}"
            about = {"name": check.name, "phase": phase, "item": check.item, "weight": check.weight}
            found.append({**about, "calls": port.calls})

    with_checks(course.graders, drive)
    return [twin for twin in found if twin["calls"]]


def _all(course: Course, checks: Checks) -> Iterator[tuple[str, Check]]:
    for phase in ("public", "hidden"):
        for item in course.rubric.items:
            if not item.slow:  # training takes seconds, whoever runs it
                wanted = checks.of(item.id)
                yield from ((phase, check) for check in wanted if phase == "public" or check.draws)


def main(root: str, out: str) -> None:
    course = Course.at(Path(root))
    found = twins(course)
    torch.save(found, Path(out) / "twins.pt")
    for name, text in course.given.items():
        (Path(out) / name).write_text(text, encoding="utf-8")
    print(len(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
