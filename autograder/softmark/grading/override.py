"""What a person decided about a grade, above the grader."""

from __future__ import annotations

from dataclasses import dataclass

from ..files.clean_texts import CleanTexts


@dataclass(frozen=True)
class StaffWord(CleanTexts):
    """What staff decided about one task, or about the total."""

    points: float | None = None
    """What the task is worth now; of the total, what is added or taken off. None: only a comment."""
    before: float = 0.0
    """What the grader gave."""
    note: str = ""
    """For the student. What staff write for each other never gets here."""
