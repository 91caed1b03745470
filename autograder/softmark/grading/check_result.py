"""Holds what came of one check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..checks.visibility import Visibility
from ..files.clean_texts import CleanTexts

Phase = Literal["public", "hidden", "unseen"]
"""The numbers that show a failure. Unseen: it was not made on public ones, as it is slow or was stopped."""
ItemStatus = Literal["not_written", "passed", "failed", "rule_broken", "not_checked", "grader_error"]

RULE = "rule"
"""The kind of a broken rule: it costs the task as a whole, and no single label."""


@dataclass(frozen=True)
class CheckResult(CleanTexts):
    """A check passes when it passes on hidden numbers; what is said of a failure comes from public ones, if it fails on
    these, too."""

    name: str
    title: str
    """The check's docstring: what a student reads."""
    phase: Phase = "public"
    """The numbers that show its failure."""
    passed: bool | None = None
    """None: it could not be checked (yet)."""
    weight: float = 1.0
    category: str = ""
    """The kind of failure: shape, values, raised, not written, …"""
    message: str = ""
    """May hold numbers; shown to students only where the numbers are public."""
    safe_message: str = ""
    """The same without anything that a hidden check sent."""
    staff: str = ""
    """Details for staff: the full message, a traceback, what was printed."""
    diagnosis: str | None = None
    """Name of the recognised mistake: scale.missing."""
    says: str | None = None
    """That mistake in one sentence."""
    hint: str | None = None
    section: str | None = None
    """Where the handout explains it."""
    line: str | None = None
    """Where in the student's file: attention.py line 12."""
    visibility: Visibility = "visible"
    """Anything else is for staff only: it counts, and students read nothing about it."""

    @property
    def for_students(self) -> bool:
        return self.visibility == "visible"
