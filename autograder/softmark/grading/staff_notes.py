"""Adds notes for staff about a submission as a whole: each sentence once, and what weighs most first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .result import Note, Result


def added(result: Result, sentences: Iterable[str]) -> Result:
    """The result with these notes for staff, each once, what weighs most first: readers of a list stop somewhere."""
    known = set(result.notes_for("staff"))
    new = [Note("staff", sentence) for sentence in dict.fromkeys(sentences) if sentence not in known]
    return replace(result, notes=tuple(sorted((*result.notes, *new), key=_lightness)))


def _lightness(note: Note) -> int:
    """Where a note stands in the list: suspicions after what is known, and the lightest of them last."""
    if note.voice != "staff" or not note.text.startswith(("evasion?", "worth a look:")):
        return 0
    return 1 if note.text.startswith("evasion?") else 2 if note.text.startswith("worth a look: task") else 3
