"""Remembers which pairs a person has read, in a file beside the page that outlasts the next comparison.

A mark is for two texts, not for two people: whoever hands in something new is a new pair.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ...files import tables
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import TableError
from .compared_works import ComparedWork

FILE = "seen.csv"
COLUMNS = ("pair", "when", "who", "note")


@dataclass(frozen=True)
class Mark:
    """Somebody has read this pair; who and what came of it, as far as they wrote it down."""

    when: str = ""
    who: str = ""
    note: str = ""

    def __str__(self) -> str:
        return one_line(", ".join(part for part in (self.when, self.who, self.note) if part) or "yes", limit=300)


def pair_id(one: ComparedWork, other: ComparedWork) -> str:
    """What a pair is called in addresses and marks: nobody's name, and another word once a text changes."""
    sides = sorted(_fingerprint_of(work) for work in (one, other))
    return hashlib.sha256("\0".join(sides).encode()).hexdigest()[:10]


def _fingerprint_of(work: ComparedWork) -> str:
    digest = hashlib.sha256(f"{work.origin}\0{work.id}\0".encode("utf-8", "replace"))
    for name in sorted(work.files):
        digest.update(f"{name}\0{work.files[name]}\0".encode("utf-8", "replace"))
    return digest.hexdigest()


def read(path: Path) -> dict[str, Mark]:
    """Pair → mark; none where there is no file. TableError in words."""
    if not path.exists():
        return {}
    table = tables.read(path)
    problems = tables.require(table, "pair")
    if problems:
        raise TableError(problems)
    return {line.get("pair"): Mark(line.get("when"), line.get("who"), line.get("note")) for line in table.lines}


def add(path: Path, new: Sequence[str], known: Sequence[str]) -> dict[str, Mark]:
    """Marks for these pairs, from today; those that are there stay as they are. TableError where a pair is unknown."""
    marks = read(path)
    strange = [pair for pair in new if pair not in known and pair not in marks]
    if strange:
        listed = ", ".join(map(one_line, strange))
        raise TableError([f"no pair is called {listed}: the page shows each pair's word behind its names"])
    marks |= {pair: Mark(date.today().isoformat()) for pair in new if pair not in marks}
    write_atomically(path, to_csv(marks))
    return marks


def to_csv(marks: Mapping[str, Mark]) -> str:
    return tables.write(COLUMNS, [[pair, mark.when, mark.who, mark.note] for pair, mark in marks.items()])
