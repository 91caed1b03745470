"""The rubric as data: what is graded, what it is worth and under which limits. rubric_reader.py reads it from the
file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from annotated_types import MinLen

from ..checks.visibility import Visibility
from . import salt
from .allowed import (
    ContractName,
    Count,
    DottedName,
    Few,
    FileBelow,
    Hours,
    Ident,
    Package,
    Percent,
    Points,
    PythonFile,
    Seconds,
    Sentences,
    Slug,
    Text,
)

HintLevel = Literal["name", "category", "off"]
HiddenLevel = Literal["category", "hint", "full"]
Openness = Literal["category", "hint", "full", "after"]
"""The same with the time after the deadline: only then also which line raised what."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of the rubric: it never changes after loading, and knows all its keys."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Item(Part):
    """One task: what the student writes and what it is worth."""

    id: Ident
    """Its number, as students read it: "1.2"."""
    title: Text
    """A few words for tables."""
    points: Points
    """What it is worth."""
    bonus: bool = False
    """Counts on top of the total."""
    mode: Literal["task", "given", "off"] = "task"
    """task: students write it; given: the stub holds the answer; off: it is in no file and no table."""
    file: PythonFile
    """The file that it is written in, one of `files`."""
    names: Annotated[tuple[ContractName, ...], MinLen(1)]
    """What students write in this task: functions, and methods as Class.method."""
    uses: tuple[Ident, ...] = ()
    """Earlier tasks whose functions this one calls."""
    contains: tuple[Ident, ...] = ()
    """Tasks whose idea a right answer to this one contains: they never get the reference's version of this one."""
    not_allowed: tuple[str, ...] = ()
    """Names from `rules`: what the task may not call."""
    slow: bool = False
    """Takes seconds rather than milliseconds (training)."""
    hours: Hours = 0.0
    """About how long it takes an average student, reading included; 0: not stated."""

    @property
    def counts(self) -> bool:
        """Whether its points are part of the total."""
        return self.mode != "off" and not self.bonus


def points_of(items: Iterable[Item]) -> float:
    """What they add up to, exactly: 0.1 and 0.2 are 0.3."""
    return float(sum(Fraction(repr(item.points)) for item in items))


@dataclass(frozen=True, kw_only=True)
class Rule(Part):
    """Calls that a task may not make."""

    says: Text
    """In words, for students: "attention library calls"."""
    calls: Annotated[tuple[DottedName, ...], MinLen(1)]
    """Full dotted names; methods of tensors as Tensor.softmax."""


@dataclass(frozen=True, kw_only=True)
class Limits(Part):
    """What one grade may cost."""

    call_seconds: Seconds = 5.0
    """What one call of a student's function may cost, reckoned in the same way."""
    slow_call_seconds: Seconds = 20.0
    """The same for slow tasks: a right answer may train with plain loops."""
    grade_seconds: Seconds = 60.0
    """What all calls of a grade may cost together: what they compute, or a quarter of the clock where that is more."""
    memory_mb: Count = 384
    """Memory that student code may take on top of what its process starts with."""
    files_kb: Count = 512
    """Largest size of all submitted files together."""

    @property
    def on_the_clock(self) -> float:
        """The longest that a grade can take: four seconds of the clock cost as much as one of the processor, and to
        explain what failed there is a quarter more."""
        return 4 * 1.25 * self.grade_seconds


@dataclass(frozen=True, kw_only=True)
class Isolation(Part):
    """The weakest sandbox in which student code may run."""

    required: Literal["full", "same-user"] = "same-user"
    """full: a user of its own; same-user: held by seccomp and Landlock."""


@dataclass(frozen=True, kw_only=True)
class Feedback(Part):
    """How much a student is told about a recognised mistake."""

    hints: HintLevel = "name"
    """On the server, and at home by check.py: it decides what the recorded file holds."""
    hidden: HiddenLevel = "hint"
    """What students read before the deadline about a mistake that only hidden numbers show; afterwards, everything but
    the numbers."""


@dataclass(frozen=True, kw_only=True)
class Dates(Part):
    """When the work is due, if the platform does not say."""

    timezone: Text | None = None
    """The time zone of the dates, like Europe/Berlin."""
    due: Text | None = None
    """The due date, like 2026-11-20 23:59."""
    late_due: Text | None = None
    """Until when late work is accepted."""


@dataclass(frozen=True, kw_only=True)
class Late(Part):
    """What late work costs."""

    per: Literal["none", "day", "hour"] = "none"
    """What is counted. A day or an hour that has begun counts in full."""
    percent: Percent = 10.0
    """What each day or hour costs, of what was earned."""
    grace_minutes: Few = 0
    """Work that comes within this time after the due date is not late; later, lateness counts from the due date."""
    free_days: Few = 0
    """Late days that cost nothing, on this assignment."""
    most_percent: Percent = 100.0
    """The most that lateness takes off."""
    closed: Literal["accept", "zero"] = "accept"
    """After the late due date: deduct as usual, or 0 points."""


@dataclass(frozen=True, kw_only=True)
class Handout(Part):
    """What the handout says about the course."""

    ai: Sentences | None = None
    """The course's rule on AI tools, in its own words."""
    collaboration: Sentences | None = None
    """The course's rule on working together."""


@dataclass(frozen=True, kw_only=True)
class Rubric(Part):
    """The whole rubric, checked."""

    name: Slug
    """Goes into file names, and is the folder in the students' zip."""
    title: Text
    """The title of the assignment."""
    term: Text
    """Decides the public numbers; choose another one each term. The hidden numbers come from `autograder/.salt`."""
    framework: Literal["torch", "numpy", "python"]
    """What students write in: PyTorch, NumPy, or plain Python without either."""
    visibility: Visibility = "visible"
    """visible: score and hints at once; after_due_date, after_published: nothing until then; hidden: never."""
    declared_total: Points | None = field(default=None, metadata={"alias": "total"})
    """What the points add up to, bonus excluded; the build checks it."""
    files: Annotated[tuple[PythonFile, ...], MinLen(1)]
    """What students hand in, in order: later files may import earlier ones. One may be in a folder: folder/file.py."""
    parts: Mapping[str, Text] = field(default_factory=dict)
    """File → the title of its part."""
    given: tuple[FileBelow, ...] = ()
    """Files of assignment/ that student code may import."""
    data: tuple[FileBelow, ...] = ()
    """Given files that checks read; student code does not get them."""
    packages: tuple[Package, ...] = ()
    """Packages that student code may import; list what must be installed for them in autograder/requirements.txt."""
    all_items: Annotated[tuple[Item, ...], MinLen(1)] = field(metadata={"alias": "items"})
    """Every task, including those that are off."""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    """Name → calls. A task with this name in `not_allowed` may not make them."""
    limits: Limits = field(default_factory=Limits)
    isolation: Isolation = field(default_factory=Isolation)
    feedback: Feedback = field(default_factory=Feedback)
    dates: Dates = field(default_factory=Dates)
    late: Late = field(default_factory=Late)
    handout: Handout = field(default_factory=Handout)

    @property
    def items(self) -> tuple[Item, ...]:
        """The tasks that are graded, in order."""
        return tuple(item for item in self.all_items if item.mode != "off")

    def item(self, ident: str) -> Item:
        """The task with this id, even if it is off; KeyError if there is none."""
        for item in self.all_items:
            if item.id == ident:
                return item
        raise KeyError(ident)

    def items_of(self, file: str) -> tuple[Item, ...]:
        """The graded tasks of one file."""
        return tuple(item for item in self.items if item.file == file)

    @property
    def given_and_data(self) -> tuple[str, ...]:
        """Every file of the students' folder that a grade needs; one may be in both lists."""
        return tuple(dict.fromkeys((*self.given, *self.data)))

    @property
    def modes(self) -> dict[str, str]:
        """Task id → task, given or off."""
        return {item.id: item.mode for item in self.all_items}

    def prerequisites(self, ident: str) -> tuple[str, ...]:
        """Ids of all tasks this one stands on, directly or not, in the rubric's order."""
        wanted = set(self.item(ident).uses)
        for item in reversed(self.all_items):  # uses only point backwards, so one pass reaches everything
            if item.id in wanted:
                wanted.update(item.uses)
        return tuple(item.id for item in self.all_items if item.id in wanted)

    def rules_of(self, ident: str) -> tuple[Rule, ...]:
        """The rules this task must keep."""
        return tuple(self.rules[name] for name in self.item(ident).not_allowed)

    def part(self, file: str) -> str:
        """The title of a file's part."""
        return self.parts.get(file, file)

    @property
    def total(self) -> float:
        """What the points that are not bonus add up to."""
        return points_of(item for item in self.items if item.counts)

    @property
    def bonus(self) -> float:
        """Points that can be had on top of the total."""
        return points_of(item for item in self.items if item.bonus)

    def public_key(self) -> str:
        """Decides every number of the public checks."""
        return salt.key(self.term, self.name, "public")
