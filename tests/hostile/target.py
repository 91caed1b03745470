"""What the launcher of a hostile run calls: grade whatever comes in, a line a submission, just as the platform would.

Everything is the engine's own: intake, wall, checks, renderers. Three things differ from `softmark gradescope`: the
graders are collected once for many submissions, what the build would have recorded is worked out here, because every
run has a salt of its own, and the hidden numbers can be changed for one submission, which is how the harness shows that
nothing of them comes out.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from softmark.build import recorded_numbers
from softmark.build.known_code import KnownCode
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.content.rubric import Limits
from softmark.core.recording import Numbers
from softmark.grading import grade_submission
from softmark.grading.grade import Grade, Surroundings
from softmark.grading.intake import submission as intake
from softmark.grading.intake.submission import IntakeError
from softmark.grading.material import Material
from softmark.grading.remote import Remote
from softmark.grading.result import Note, Result, blank
from softmark.render import terminal
from softmark.render.outbox import to_folder
from softmark.running.collect import Checks, with_checks
from softmark.sandbox.client import ServerError, ServerHandle


@dataclass(frozen=True)
class Unrecorded(Material):
    """What the build would have recorded is asked of the reference; no mistake is known."""

    known: KnownCode
    more: str = ""
    """Makes hidden numbers others."""

    @cached_property
    def hidden(self) -> Numbers:
        return self._numbers(self.course.hidden_key() + self.more)

    @cached_property
    def public(self) -> Numbers:
        return self._numbers(self.course.rubric.public_key())

    def _numbers(self, key: str) -> Numbers:
        made = functools.partial(replies, self.known, key)
        return Numbers(key, lambda name: made(name).of_reference, asked=Asked(made))

    def ask(self, skip: Collection[str]) -> None:
        """All that a grade will ask for: nothing of the reference's runs in the middle of one."""
        for check in self.checks:
            for numbers in (self.hidden, self.public) if check.item not in skip else ():
                numbers.replies(check.name)


class Asked(dict[str, Collection[str]]):
    """Check → the functions that it asks for, worked out where somebody wants to know."""

    def __init__(self, made: Callable[[str], recorded_numbers.Replies]) -> None:
        super().__init__()
        self._made = made

    def get(self, name: str, default: Any = None) -> Any:
        return self._made(name).asked


@functools.cache
def replies(known: KnownCode, key: str, name: str) -> recorded_numbers.Replies:
    check = next(check for check in known.checks if check.name == name)
    return recorded_numbers.replies_to(known, key, {}, check)


class Counted:
    """Counts what workers tell: replies, and calls of stand-ins."""

    told: ClassVar[list[int]] = [0, 0]

    @classmethod
    def counting(cls, place: int, method: Any) -> Any:
        @functools.wraps(method)
        def counted(*args: Any) -> Any:
            cls.told[place] += 1
            return method(*args)

        return counted


Remote._exchange = Counted.counting(0, Remote._exchange)  # type: ignore[method-assign]
Remote.answer = Counted.counting(1, Remote.answer)  # type: ignore[method-assign]


def serve(server: ServerHandle, argv: list[str]) -> int:
    """`argv` is the course's folder. One JSON object a line, in and out."""
    course = Course.at(Path(argv[0]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    grade_submission.stand_behind(server.level, course)

    def drive(checks: Checks) -> None:
        known = KnownCode(course, checks)
        tell(out, {"level": vars(server.level), "server": server.pid})
        for line in sys.stdin:
            tell(out, graded(server, Unrecorded(course, checks, known), json.loads(line)))

    with_checks(course.graders, drive)
    return 0


def tell(out: Any, told: dict[str, Any]) -> None:
    out.write(json.dumps(told, allow_nan=False) + "\n")
    out.flush()


def graded(server: ServerHandle, material: Unrecorded, told: dict[str, Any]) -> Any:
    folder = Path(told["out"])
    folder.mkdir(parents=True)
    publish = to_folder(folder)
    latest = [blank(material.course.rubric)]

    def keep(result: Result) -> None:
        latest[0] = result
        publish(result)

    skip = frozenset(told["skip"])
    course = with_shipped_limits(material.course) if told["shipped"] else material.course
    material = replace(material, course=course, more=told["hidden"])
    material.ask(skip)
    Counted.told[:] = 0, 0
    forget_peak()
    began = time.monotonic()
    keep(latest[0])
    try:
        submission = intake.take(told["path"], course.rubric)
        spawn = grade_submission.spawner(server, course.rubric)
        around = Surroundings(spawn, keep, grade_submission.reached(server.level))
        Grade(material, submission, around, skip).run()
    except IntakeError as problem:
        refused = latest[0].with_notes(Note("student", str(problem)))
        keep(replace(refused, status="refused"))
    except (GraderFault, ServerError) as fault:
        grade_submission.failed(keep, latest[0], str(fault))
    except Exception:
        grade_submission.failed(keep, latest[0], traceback.format_exc(limit=-6))
    seconds = time.monotonic() - began
    (folder / "card.txt").write_text(terminal.to_text(latest[0]), encoding="utf-8")
    return {
        "name": told["name"],
        "seconds": round(seconds, 3),
        "memory_mb": peak_mb(),
        "asked": Counted.told,
    }


def with_shipped_limits(course: Course) -> Course:
    """The same course with the limits that the rubric has when nobody changes them."""
    made = replace(course)
    vars(made)["rubric"] = replace(course.rubric, limits=Limits())
    return made


def forget_peak() -> None:
    """Let the kernel measure the most memory anew (as another user than root it may refuse)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")


def peak_mb() -> float | None:
    """The most memory that this process held since then."""
    if not os.access("/proc/self/clear_refs", os.W_OK):
        return None
    told = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(told.partition("VmHWM:")[2].split()[0]) / 1024
