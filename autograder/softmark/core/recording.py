"""What the build wrote down once about one set of numbers, so that no grade computes it again: what the reference
replies to each check, and how every known mistake does on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..running.recording import KnownMistake, RecordedReplies


@dataclass(frozen=True)
class Numbers:
    """One set of numbers, with all that is known of it."""

    key: str
    """Seeds them."""
    replies: Callable[[str], list[dict[str, Any]]]
    """Check → what the reference replies to it, in order."""
    known: Callable[[], Collection[KnownMistake]] = tuple
    """Reads the known mistakes, with their signatures: a right answer needs none."""
    redrawn: Mapping[str, int] = field(default_factory=dict)
    """Check → how often its numbers were drawn before those that count."""
    asked: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Check → the functions that it asks the code under test for: "attention.softmax"."""

    @cached_property
    def mistakes(self) -> tuple[KnownMistake, ...]:
        return tuple(self.known())


def read(path: Path, redrawn: Mapping[str, int] | None = None) -> Numbers:
    """What a file of the build says. `redrawn`: of hidden numbers, which lies beside the salt."""
    kept = RecordedReplies(path)
    index = kept.index
    return Numbers(index["key"], lambda check: kept.of(check) or [], kept.mistakes, redrawn or {}, index["asked"])
