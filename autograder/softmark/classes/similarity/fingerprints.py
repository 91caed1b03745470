"""Picks a small set of numbers that is characteristic of a file: its fingerprints.

Every run of K tokens has a hash. What the assignment gave away (runs of the stub) is taken out first. Of the rest,
the smallest hash of each window is kept: whatever two files share for long enough leaves at least one common
fingerprint, wherever it stands, and moving or renaming does not help. All files are treated at once, as one long
array: a class is a few million tokens, and that is one breath for NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .tokens import Numbers, Tokens

K = 11
"""Tokens in a run: about one short statement."""
WINDOW = 3
SHORTEST = 4
"""A piece of fewer tokens of one's own says nothing."""
STUB_K = 10
"""A run of the stub this long is the stub's, wherever it stands."""

Bools = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]

_BASE = np.uint64(0x9E3779B97F4A7C15)
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True)
class Fingerprints:
    """The runs of many files that are their authors' own, file by file, in order of place."""

    hashes: Numbers
    files: Places
    """Index of the file of each."""
    places: Places
    """Token of the file at which it begins."""
    lengths: Places
    """Its tokens: K, or fewer where a piece is no longer than that."""
    pieces: Places
    """Index of the piece it is in: what somebody wrote in one place, most often one function."""
    kept: Bools
    """True for those that winnowing keeps."""
    own: list[Bools]
    """For each file: True for the tokens that are not the stub's."""


def stub_runs(files: Sequence[Numbers]) -> Numbers:
    """The runs that everybody was given, sorted."""
    return _distinct([hashed(numbers, STUB_K) for numbers in files if len(numbers) >= STUB_K])


def fingerprints_of(files: Sequence[Tokens], stub: Numbers) -> Fingerprints:
    sizes = np.array([len(tokens.numbers) for tokens in files], np.int64)
    begins = np.concatenate(([0], np.cumsum(sizes)))
    numbers = np.concatenate([*(tokens.numbers for tokens in files), np.empty(0, np.uint64)])
    file_of = np.repeat(np.arange(len(files)), sizes)
    own = np.ones(len(numbers), bool)
    if len(numbers) >= STUB_K:
        given = member(hashed(numbers, STUB_K), stub) & (file_of[: 1 - STUB_K] == file_of[STUB_K - 1 :])
        at = np.flatnonzero(given)
        for offset in range(STUB_K):
            own[at + offset] = False
        own = _whole_lines(own, files)
    piece_begins, piece_ends = _pieces(own, file_of)
    lengths = piece_ends - piece_begins
    places: list[Places] = []
    hashes: list[Numbers] = []
    spans: list[Places] = []
    for size in range(SHORTEST, K):
        begin = piece_begins[lengths == size]
        places.append(begin)
        hashes.append(_hash(numbers, begin, size))
        spans.append(np.full(len(begin), size))
    long = lengths >= K
    runs = lengths[long] - K + 1
    begin = np.repeat(piece_begins[long], runs) + _counted(runs)
    places.append(begin)
    hashes.append(_hash(numbers, begin, K))
    spans.append(np.full(len(begin), K))
    kept = [np.ones(len(one), bool) for one in places[:-1]] + [_winnowed(hashes[-1], runs)]
    where = np.concatenate(places)
    order = np.argsort(where, kind="stable")
    where = where[order]
    owner = file_of[where] if len(where) else np.empty(0, np.int64)
    return Fingerprints(
        hashes=np.concatenate(hashes)[order],
        files=owner,
        places=where - begins[owner],
        lengths=np.concatenate(spans)[order],
        pieces=np.searchsorted(piece_begins, where, side="right") - 1,
        kept=np.concatenate(kept)[order],
        own=[own[first:last] for first, last in pairwise(begins.tolist())],
    )


def _whole_lines(own: Bools, files: Sequence[Tokens]) -> Bools:
    """A line that is not given from end to end is its author's, all of it."""
    lines: list[Places] = []
    before = 0
    for tokens in files:
        if len(tokens.lines):
            lines.append(tokens.lines.astype(np.int64) + before)
            before += int(tokens.lines[-1]) + 1
    line_of = np.concatenate(lines)
    touched = np.zeros(before, bool)
    touched[line_of[own]] = True
    return touched[line_of]


def hashed(numbers: Numbers, size: int) -> Numbers:
    """A hash for every run of `size` numbers."""
    return _hash(numbers, np.arange(len(numbers) - size + 1), size)


def _hash(numbers: Numbers, begins: Places, size: int) -> Numbers:
    """A hash of the run at each place; runs of different sizes differ."""
    with np.errstate(over="ignore"):
        total = np.full(len(begins), np.uint64(size), np.uint64)
        for offset in range(size):
            total *= _BASE
            total += numbers[begins + offset]
        total ^= total >> np.uint64(30)
        total *= _A
        total ^= total >> np.uint64(27)
        total *= _B
        total ^= total >> np.uint64(31)
    return total


def _winnowed(hashes: Numbers, runs: Places) -> Bools:
    """True for the smallest hash of each window; `runs` says how many hashes belong to each piece."""
    piece = np.repeat(np.arange(len(runs)), runs)
    kept: Bools = np.repeat(runs < WINDOW, runs)  # a piece with less than a window keeps what it has
    if len(hashes) >= WINDOW:
        count = len(hashes) - WINDOW + 1
        whole = np.flatnonzero(piece[:count] == piece[WINDOW - 1 :])
        columns = np.stack([hashes[whole + offset] for offset in range(WINDOW)][::-1])
        # the rightmost of equals: runs of the same hash then leave fewer fingerprints
        kept[whole + WINDOW - 1 - np.argmin(columns, axis=0)] = True
    return kept


def _pieces(own: Bools, file_of: Places) -> tuple[Places, Places]:
    """Begins and ends of the stretches of own tokens; a file ends what is in it."""
    if not len(own):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    new_file = np.concatenate(([True], file_of[1:] != file_of[:-1]))
    before = np.concatenate(([False], own[:-1]))
    after = np.concatenate((own[1:], [False]))
    last_of_file = np.concatenate((new_file[1:], [True]))
    return np.flatnonzero(own & (new_file | ~before)), np.flatnonzero(own & (last_of_file | ~after)) + 1


def _counted(sizes: Places) -> Places:
    """0 … size − 1 for each size, in a row."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) - np.repeat(ends - sizes, sizes)


def member(values: Numbers, known: Numbers) -> Bools:
    """Which values are in the sorted `known`."""
    if not len(known):
        return np.zeros(len(values), bool)
    at = np.minimum(np.searchsorted(known, values), len(known) - 1)
    found: Any = known[at] == values
    return np.asarray(found, bool)


def _distinct(parts: Sequence[Numbers]) -> Numbers:
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, np.uint64)
