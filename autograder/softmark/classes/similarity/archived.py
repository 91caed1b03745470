"""Compares a class with the archive of an earlier one: who shares unusual fingerprints with somebody of that year.

An archive holds no code, so nothing can be shown side by side. What is found here is a reason to ask for the work of
that year, and nothing more.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...files.tables import TableError
from .compared_works import Background
from .fingerprints import fingerprints_of, stub_runs
from .pairs import COMMON, COMMON_AT_LEAST
from .tokens import Tokenizer, own_names

LEAST = 8
"""Unusual fingerprints in common: fewer are chance."""


@dataclass(frozen=True)
class Archive:
    name: str
    """Of its file."""
    submissions: Mapping[str, frozenset[str]]
    """The random name of each, and its fingerprints."""


@dataclass(frozen=True)
class SharedWithArchive:
    """One submission of this class, and one of an archive."""

    place: int
    """In the class."""
    archive: str
    submission: str
    common: int
    of: int
    """Unusual fingerprints: those in common, and all of the smaller of the two."""

    @property
    def score(self) -> float:
        return self.common / self.of


def prints_of(submissions: Sequence[Mapping[str, str]], given: Collection[str]) -> list[list[str]]:
    """What is characteristic of each submission, as numbers: enough to find it again, too little to read it. `given` is
    what everybody got."""
    tokenizer = Tokenizer(own_names(given))
    stub = stub_runs([tokenizer.read(text).numbers for text in given])
    files = [(place, tokenizer.read(text)) for place, one in enumerate(submissions) for text in one.values()]
    found = fingerprints_of([tokens for _, tokens in files], stub)
    owners = np.array([place for place, _ in files], np.int64)[found.files] if len(files) else found.files
    return [
        [_shorter(int(number)) for number in np.unique(found.hashes[found.kept & (owners == place)])]
        for place in range(len(submissions))
    ]


def read(path: Path) -> Archive:
    """The archive in a file. TableError in words."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = {str(row["name"]): frozenset(map(str, row["prints"])) for row in data["submissions"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise TableError([f"{path}: is not an archive: give the file that `softmark archive` wrote"]) from None
    return Archive(path.name, rows)


def shared(
    submissions: Sequence[Mapping[str, str]], archives: Iterable[Archive], background: Background, *, top: int
) -> list[SharedWithArchive]:
    """The most similar first. What known answers have, and what many of either year have, counts for nothing."""
    given = list(background.given.values())
    mine = [frozenset(numbers) for numbers in prints_of(submissions, given)]
    known = frozenset[str]().union(*prints_of([{"": text} for text in background.known], given))
    found = []
    for archive in archives:
        common = known | _usual(mine) | _usual(archive.submissions.values())
        theirs = {name: numbers - common for name, numbers in archive.submissions.items()}
        for place, numbers in enumerate(mine):
            own = numbers - common
            for name, other in theirs.items():
                both, least = len(own & other), min(len(own), len(other))
                if both >= LEAST:
                    found.append(SharedWithArchive(place, archive.name, name, both, least))
    return sorted(found, key=lambda pair: (-pair.score, -pair.common, pair.place))[:top]


def _usual(submissions: Collection[frozenset[str]]) -> frozenset[str]:
    """What so many have that it is nobody's."""
    counts = Counter(number for numbers in submissions for number in numbers)
    many = max(COMMON_AT_LEAST, COMMON * len(submissions))
    return frozenset(number for number, count in counts.items() if count > many)


def _shorter(number: int) -> str:
    return hashlib.sha256(number.to_bytes(8, "big")).hexdigest()[:16]
