"""What the build wrote down once about one set of numbers, so that no grade computes it again: what the reference
replies to each check, and how every known mistake does on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..running.recording import KnownMistake, RecordedReplies
from .tape import functions_asked


@dataclass(frozen=True)
class Numbers:
    """One set of numbers, with all that is known of it."""

    key: str
    """Seeds them."""
    replies: Callable[[str], list[dict[str, Any]]]
    """Check → what the reference replies to it, in order."""
    mistakes: tuple[KnownMistake, ...]
    """With their signatures."""
    redrawn: Mapping[str, int] = field(default_factory=dict)
    """Check → how often its numbers were drawn before those that count."""

    def asked(self, check: str) -> Collection[str]:
        """The functions that a check asks of the reference: "attention.softmax"."""
        return functions_asked((reply["target"], reply["value"]) for reply in self.replies(check))


def read(path: Path, redrawn: Mapping[str, int] | None = None) -> Numbers:
    """What a file of the build says."""
    kept = RecordedReplies(path)
    mistakes = zip(kept.index["mistakes"], kept.traces(), strict=True)
    known = [
        KnownMistake(name, says, hint, section, tuple(items), traces)
        for (name, says, hint, section, items), traces in mistakes
    ]
    return Numbers(kept.index["key"], lambda check: kept.of(check) or [], tuple(known), redrawn or {})
