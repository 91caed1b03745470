"""Which two submissions share code that few others have.

A fingerprint is worth the more the fewer submissions have it; one that a tenth of the class has is worth nothing, and
one that is in a known answer counts for little. The score of a pair is what its common fingerprints are worth, as a
share of all that the smaller of the two has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import fingerprints
from .fingerprints import Places, Prints
from .tokens import Numbers, Tokenizer, Tokens, own_names
from .works import Background, Work

COMMON = 0.1
"""A fingerprint in this share of the class is nobody's."""
COMMON_AT_LEAST = 5
KNOWN_COUNTS = 0.25
"""What a fingerprint of a known answer is worth, compared with one that is not."""
LITTLE = 0.2
"""Submissions with less than this share of the usual amount of own code cannot score high."""
RARE = 0.05
RARE_AT_LEAST = 3
_REMARK_LENGTH = 12

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """Two works, by their index."""

    left: int
    right: int
    score: float
    """0 to 1: the share of unusual code in common."""
    worth: float
    """What the common fingerprints are worth in all."""


@dataclass
class Comparison:
    """A class compared."""

    works: Sequence[Work]
    pairs: list[Pair]
    """The most similar first."""
    best: list[float]
    """For each work of this class its highest score with anybody."""
    files: list[tuple[int, str, Tokens]]
    """Index of the work, name, tokens, for every file."""
    prints: Prints
    runs: Numbers
    """Every run that occurs, sorted …"""
    counts: Places
    """… in how many works …"""
    known: npt.NDArray[np.bool_]
    """… and whether a known answer has it."""
    given_lines: frozenset[str]
    remarks: Counter[str]
    """In how many works each remark occurs."""
    excluded: int = 0
    """Pairs left out because somebody had a hand in both."""

    @property
    def rare(self) -> int:
        """The most works that something unusual may be in."""
        return max(RARE_AT_LEAST, round(RARE * len(self.works)))

    def file_indices(self, work: int) -> list[int]:
        return self._by_work.get(work, [])

    def __post_init__(self) -> None:
        self._by_work: dict[int, list[int]] = {}
        for index, (work, _, _) in enumerate(self.files):
            self._by_work.setdefault(work, []).append(index)


def compare(works: Sequence[Work], background: Background, *, top: int = 50) -> Comparison:
    tokenizer = Tokenizer(own_names(background.given.values()))
    stub = fingerprints.stub_runs([tokenizer.read(text).numbers for text in background.given.values()])
    files = [
        (index, name, tokenizer.read(text)) for index, work in enumerate(works) for name, text in work.files.items()
    ]
    prints = fingerprints.of([tokens for _, _, tokens in files], stub)
    known_prints = fingerprints.of([tokenizer.read(text) for text in background.known], stub)
    owners = np.array([work for work, _, _ in files], np.int64)[prints.files] if files else np.empty(0, np.int64)
    runs, counts = np.unique(_once(prints.hashes, owners)[0], return_counts=True)
    known = fingerprints.member(runs, np.unique(known_prints.hashes))
    worth = np.log(max(len(works), 2) / np.maximum(counts, 1)) * np.where(known, KNOWN_COUNTS, 1.0)
    worth[counts > max(COMMON_AT_LEAST, COMMON * len(works))] = 0.0
    shared, totals = _shared(prints.hashes[prints.kept], owners[prints.kept], runs, worth, len(works))
    scores = _scores(shared, totals)
    pairs, excluded = _ranked(works, scores, shared, top)
    return Comparison(
        works=works,
        pairs=pairs,
        best=_best(works, scores),
        files=files,
        prints=prints,
        runs=runs,
        counts=counts,
        known=known,
        given_lines=frozenset(line.strip() for text in background.given.values() for line in text.split("\n")),
        remarks=Counter(remark for work in works for remark in remarks(work)),
        excluded=excluded,
    )


def remarks(work: Work) -> set[str]:
    """The comments of a work that are long enough to be somebody's own."""
    found = set()
    for text in work.files.values():
        for remark in re.findall(r"#([^\n]*)", text):
            words = " ".join(remark.split())
            if len(words) >= _REMARK_LENGTH:
                found.add(words)
    return found


def _once(hashes: Numbers, owners: Places) -> tuple[Numbers, Places]:
    """Each hash once for each owner, sorted by hash."""
    order = np.lexsort((owners, hashes))
    hashes, owners = hashes[order], owners[order]
    if len(hashes):
        new = np.concatenate(([True], (hashes[1:] != hashes[:-1]) | (owners[1:] != owners[:-1])))
        hashes, owners = hashes[new], owners[new]
    return hashes, owners


def _shared(hashes: Numbers, owners: Places, runs: Numbers, worth: Weights, size: int) -> tuple[Weights, Weights]:
    """For every two works what they share is worth; and for each work what it has is worth."""
    hashes, owners = _once(hashes, owners)
    weights = worth[np.searchsorted(runs, hashes)] if len(hashes) else np.empty(0)
    counts_for = weights > 0
    hashes, owners, weights = hashes[counts_for], owners[counts_for], weights[counts_for]
    _, firsts, counts = np.unique(hashes, return_index=True, return_counts=True)
    total: Weights = np.zeros(size * size)
    for count in np.unique(counts[counts > 1]).tolist():
        begins = firsts[counts == count]
        members = owners[begins[:, None] + np.arange(count)]
        one, other = np.triu_indices(count, 1)
        keys = (members[:, one] * size + members[:, other]).ravel()
        total += np.bincount(keys, np.repeat(weights[begins], len(one)), minlength=size * size)
    each: Weights = np.bincount(owners, weights, minlength=size).astype(np.float64)
    return total.reshape(size, size), each


def _scores(shared: Weights, totals: Weights) -> Weights:
    usual = float(np.median(totals[totals > 0])) if np.any(totals > 0) else 1.0
    smaller = np.minimum.outer(totals, totals)
    result: Any = shared / (smaller + LITTLE * usual)
    # the most that the formula allows is a little below 1: say 1 for that
    return np.asarray(np.minimum(result * (1 + LITTLE), 1.0))


def _ranked(works: Sequence[Work], scores: Weights, shared: Weights, top: int) -> tuple[list[Pair], int]:
    """The best pairs, without those that somebody had a hand in twice and those of two earlier works."""
    flat = scores.ravel()
    candidates = np.flatnonzero(flat > 0)
    candidates = candidates[np.lexsort((candidates, -shared.ravel()[candidates], -flat[candidates]))]
    found: list[Pair] = []
    excluded = 0
    for key in candidates.tolist():
        if len(found) == top:
            break
        left, right = divmod(key, len(works))
        if works[left].origin and works[right].origin:
            continue
        if works[left].shares_somebody(works[right]):
            excluded += 1
            continue
        found.append(Pair(left, right, float(scores[left, right]), float(shared[left, right])))
    return found, excluded


def _best(works: Sequence[Work], scores: Weights) -> list[float]:
    if not len(works):
        return []
    highest = np.maximum(scores.max(axis=0), scores.max(axis=1))
    return [float(highest[index]) for index, work in enumerate(works) if not work.origin]
