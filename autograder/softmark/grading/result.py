"""The result of one grade: plain, immutable, and the only thing that renderers ever see.

It exists, all zeros, before any student code runs, and is replaced piece by piece: whatever ends a grade early,
what was earned until then is kept.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from .. import __version__
from ..checks.points import Loss, total
from ..checks.visibility import Visibility
from ..content.rubric import HintLevel, Openness, Rubric
from ..content.validated import Invalid, adapter, from_json
from ..files.clean_texts import CleanTexts
from .check_result import CheckResult, ItemStatus

FORMAT = 1
"""Of the JSON; a reader refuses what it does not know."""
SIZE_LIMIT = 4 << 20
"""Characters of a written result: whatever a submission says, its grade stays a file that people can open."""
_SHORTER = (4000, 1000, 200, 80)
"""To how much its texts are cut, one after the other, until it fits."""

Voice = Literal["student", "staff"]
ResultStatus = Literal["started", "graded", "out_of_time", "refused", "grader_error"]

NOT_YOURS = "The grader could not grade this submission. This is not your mistake: the course staff can see why."


@dataclass(frozen=True)
class Note(CleanTexts):
    """One sentence about the whole submission."""

    voice: Voice
    """Who reads it. Staff notes never reach a student."""
    text: str


@dataclass(frozen=True)
class Where(CleanTexts):
    """The line where the values of a wrong answer begin to be wrong."""

    file: str
    line: int
    text: str
    """That line, as the student wrote it."""
    missing: bool = False
    """Up to here everything is right, and a step is missing after it."""
    sign: str = ""
    """By what the line was told, where that is not by its values (locating/line_shown.py)."""


@dataclass(frozen=True)
class ItemResult(CleanTexts):
    """One row: a task and what it earned."""

    id: str
    title: str
    points: float
    score: float = 0.0
    status: ItemStatus = "not_checked"
    checks: tuple[CheckResult, ...] = ()
    on_top_of: tuple[str, ...] = ()
    """Tasks for which the reference stood in."""
    carried: str | None = None
    """Says so."""
    hints: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()
    """What was lost or not earned yet, label by label."""
    bonus: bool = False
    file: str = ""
    part: str = ""
    where: Where | None = None
    """Where its values went wrong, on public numbers; None where that cannot be said."""
    silent: str = ""
    """Why not; for staff and the audit alone."""
    followed: bool = False
    """A failed check of it compares values that can be followed to a line, by its kind; the same readers."""
    behaviour: str = ""
    """How an answer without a name behaves on public numbers (behaviour.py); staff group by it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (math.isfinite(self.points) and math.isfinite(self.score) and 0 <= self.score <= self.points):
            raise ValueError(f"task {self.id}: a score of {self.score} out of {self.points} is impossible")


@dataclass(frozen=True)
class IsolationReached(CleanTexts):
    """The sandbox that student code ran in."""

    level: str = "unknown"
    layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lateness(CleanTexts):
    """Late work, and what that costs."""

    deduction: float
    """In points, after grace, free days and the most."""
    when: str
    """2 days late (due …, handed in …)"""
    sentence: str
    """The same with the arithmetic."""


@dataclass(frozen=True)
class Result(CleanTexts):
    """One grade."""

    assignment: str
    title: str
    items: tuple[ItemResult, ...]
    status: ResultStatus = "started"
    notes: tuple[Note, ...] = ()
    isolation: IsolationReached = field(default_factory=IsolationReached)
    seconds: float = 0.0
    digest: str = ""
    """Of the accepted files."""
    engine: str = __version__
    visibility: Visibility = "visible"
    hints: HintLevel = "name"
    """How much of a recognised mistake students are told."""
    hidden: Openness = "full"
    """How much they are told, now, of what only hidden numbers show."""
    handout: bool = True
    """Whether there is one to send students to."""
    autograder: str = ""
    """Version of the grader: a digest of graders, reference, rubric and engine."""
    late: Lateness | None = None

    @property
    def score(self) -> float:
        """Everything earned, bonus included."""
        return total(item.score for item in self.items)

    @property
    def final(self) -> float:
        """What counts: everything earned, less what lateness costs."""
        return max(0.0, total((self.score, -self.late.deduction))) if self.late else self.score

    @property
    def points(self) -> float:
        """What can be earned without the bonus."""
        return total(item.points for item in self.items if not item.bonus)

    @property
    def bonus_score(self) -> float:
        """The part of the score that is bonus."""
        return total(item.score for item in self.items if item.bonus)

    @property
    def bonus_points(self) -> float:
        """What can be earned on top."""
        return total(item.points for item in self.items if item.bonus)

    def item(self, ident: str) -> ItemResult:
        """The row of one task; KeyError if there is none."""
        for item in self.items:
            if item.id == ident:
                return item
        raise KeyError(ident)

    def with_item(self, row: ItemResult) -> Result:
        """A copy in which one row is replaced; KeyError if the rubric has no such row."""
        self.item(row.id)
        return replace(self, items=tuple(row if item.id == row.id else item for item in self.items))

    def with_notes(self, *notes: Note) -> Result:
        """A copy with more notes."""
        return replace(self, notes=(*self.notes, *notes))

    def notes_for(self, voice: Voice) -> tuple[str, ...]:
        """The sentences one reader gets."""
        return tuple(note.text for note in self.notes if note.voice == voice)

    def to_json(self) -> str:
        """Everything, staff details included; `from_json` reads it back."""
        text = json.dumps({"format": FORMAT, **vars(self)}, ensure_ascii=False, indent=1, default=vars) + "\n"
        data = json.loads(text) if len(text) > SIZE_LIMIT else {}
        for most in _SHORTER if data else ():
            text = json.dumps(_shortened(data, most), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
            if len(text) <= SIZE_LIMIT:
                break
        return text

    @staticmethod
    def from_json(text: str) -> Result:
        """The result that was written; ValueError in one sentence if it is not one."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("this is not a softmark result: it is not JSON") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"this is not a softmark result of format {FORMAT}")
        del data["format"]
        try:
            text = json.dumps(data, allow_nan=False)
        except ValueError:
            raise ValueError("this is not a softmark result: it holds a number that is not finite") from None
        try:
            return from_json(Result, text, strict=True)
        except Invalid as error:
            first = error.wrong[0]
            where = ".".join(map(str, first.where))
            raise ValueError(f"this is not a softmark result: {where}: {first.message}") from None

    def to_line(self) -> bytes:
        """One line of JSON, between processes and in the journal; `from_json` reads it too. Without the detour over
        Python dictionaries: of a small grade that took a fifth of the time."""
        line = _LINE + adapter(Result).dump_json(self)[1:]
        return line if len(line) <= SIZE_LIMIT else json.dumps(json.loads(self.to_json())).encode()

    @staticmethod
    def from_line(line: bytes) -> Result:
        """The same quickly; ValueError in one sentence if it is not one."""
        if line.startswith(_LINE):
            with suppress(Invalid):
                return from_json(Result, b"{" + line[len(_LINE) :], strict=True)
        return Result.from_json(line.decode("utf-8", "replace"))  # the same mistake, in words


def _shortened(data: Any, most: int) -> Any:
    """The same with every text cut to `most` characters."""
    if isinstance(data, str):
        return data if len(data) <= most else data[:most] + " … (cut)"
    if isinstance(data, dict):
        return {name: _shortened(part, most) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [_shortened(part, most) for part in data]
    return data


_LINE = f'{{"format":{FORMAT},'.encode()


def blank(rubric: Rubric, plan: Mapping[str, Sequence[CheckResult]] = {}) -> Result:
    """The result before anything has happened: every task there, every score 0.

    `plan` lists the checks to come (task id → checks with passed=None), so that a check which is never reached
    is seen, and costs its share.
    """
    rows = tuple(
        ItemResult(
            item.id,
            item.title,
            item.points,
            checks=tuple(plan.get(item.id, ())),
            bonus=item.bonus,
            file=item.file,
            part=rubric.part(item.file),
        )
        for item in rubric.items
    )
    feedback = rubric.feedback
    return Result(
        rubric.name, rubric.title, rows, visibility=rubric.visibility, hints=feedback.hints, hidden=feedback.hidden,
    )  # fmt: skip
