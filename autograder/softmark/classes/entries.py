"""One submission of a class: who handed it in, when, and what came of it. Readers of exports make entries; the journal
keeps them with their grades; reports, CSVs and comparisons read nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..grading.result import Result


@dataclass(frozen=True)
class Person:
    """Somebody who handed in; any field but the name may be missing."""

    name: str
    email: str = ""
    sid: str = ""
    section: str = ""
    due: str = ""
    """Their own due date where the export tells one, ISO 8601 with its offset; so is the next."""
    late_due: str = ""


@dataclass(frozen=True)
class PlatformRecord:
    """The platform's copy of a results.json of ours: what the grader said there."""

    score: float | None = None
    """What counted, before people changed anything there."""
    earned: float | None = None
    """The same before lateness and attempts."""
    late: float = 0.0
    """Points that lateness cost there."""
    autograder: str = ""
    """Version of the grader."""
    decided: Mapping[str, float | None] = field(default_factory=dict)
    """What staff's overrides in the zip decided: task → points."""
    refused: bool = False
    """The attempt was not graded there, and an earlier score stayed."""
    complete: bool = True
    """Whether it was graded there after the deadline, when everything may be told."""


@dataclass(frozen=True)
class Attempt:
    """An earlier submission, as an export's history tells it."""

    created_at: str = ""
    score: float | None = None
    """What counted on the platform after it; None where the grader failed there, or nobody tells."""
    recorded: PlatformRecord | None = None
    """None where the export does not hold its results."""


@dataclass(frozen=True)
class Entry:
    """One submission, before it is graded."""

    id: str
    """Unique in its class: submission_1234, or the name of its folder or zip."""
    people: tuple[Person, ...]
    """A group lists several."""
    path: Path
    """A folder or a zip, as `intake.take` reads it."""
    created_at: str = ""
    """ISO 8601 with its offset, as the platform wrote it; empty where it is not known."""
    platform_score: float | None = None
    """What counts on the platform, by the export."""
    history: tuple[Attempt, ...] = ()
    history_told: bool = False
    """Whether the export says which attempts came before; an empty history then means that there were none."""
    due: str = ""
    """The assignment's due date as the export tells it; empty where it does not."""
    late_due: str = ""
    recorded: PlatformRecord | None = None
    """None where the export does not hold the results."""


@dataclass(frozen=True)
class Graded:
    """An entry with its grade, as the journal gives it back."""

    entry: Entry
    result: Result
    files: Mapping[str, str] = field(default_factory=dict)
    """The accepted files, as text, for the report's drawer."""
    autograder: str = ""
    """Digest of the grader that made it: graders, reference, rubric, engine."""
    finished_at: str = ""
    counts: bool = True
    """Whether it is anybody's grade: not where all who handed it in have a later submission, or are excused."""
