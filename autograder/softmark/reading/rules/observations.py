"""Puts what staff should know about a source into sentences: the serious first, everything of one kind in one.

Somebody who wants a note to be overlooked can make a hundred others, but not a hundred kinds of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .bypasses import UNUSUAL

MOST_NAMES = 3


@dataclass(frozen=True)
class Observation:
    """Something staff may want to look at. Never a verdict."""

    file: str
    line: int
    says: str
    """Its kind: "starts threads"."""
    what: str = ""
    """By which library path."""
    weight: int = UNUSUAL


def folded(seen: Iterable[tuple[str, Observation]]) -> list[str]:
    """A sentence for each kind, from (task, observation); the task is empty for what runs when a file is imported."""
    kinds: dict[str, list[tuple[str, Observation]]] = {}
    for task, note in seen:
        kinds.setdefault(note.says, []).append((task, note))
    return [_sentence(kinds[says]) for says in sorted(kinds, key=lambda says: (kinds[says][0][1].weight, says))]


def _sentence(group: list[tuple[str, Observation]]) -> str:
    places = sorted({(note.file, note.line) for _, note in group})
    names = sorted({note.what for _, note in group if note.what})
    tasks = list(dict.fromkeys(task for task, _ in group if task))
    where = f"{places[0][0]} line {places[0][1]}"
    if len(places) > 1:
        where += f" and {len(places) - 1} more"
    what = f" ({_listed(names)})" if names else ""
    reached = f"task {_listed(tasks)}" if tasks else "when it is imported"
    return f"{where}: {group[0][1].says}{what} ({reached})"


def _listed(words: list[str]) -> str:
    more = len(words) - MOST_NAMES
    return ", ".join(words[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
