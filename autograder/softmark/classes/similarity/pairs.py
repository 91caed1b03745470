"""Finds pairs of submissions that share code which few others have.

A fingerprint is worth the more the fewer submissions have it; one that a tenth of the class has is worth nothing, and
one that is in a known answer counts for little. The score of a pair is what its common fingerprints are worth, as a
share of all that the smaller of the two has. Several functions alike say more than one long one: whoever has the same
idea for a function writes all of it alike. So the pairs that come first are weighed again, function by function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .compared_works import Background, ComparedWork
from .fingerprints import Fingerprints, Places, fingerprints_of, member, stub_runs
from .tokens import Numbers, Tokenizer, Tokens, own_names

COMMON = 0.1
"""A fingerprint in this share of the class is nobody's."""
COMMON_AT_LEAST = 5
KNOWN_COUNTS = 0.25
"""What a fingerprint of a known answer is worth, compared with one that is not."""
LITTLE = 0.4
"""Submissions with less than this share of the usual amount of own code cannot score high."""
ONE_PLACE = 2 / 3
"""The power to which the worth of one place is taken: the second half of a function adds less than the first."""
LEAST_CANDIDATES = 1500
"""Pairs that are weighed again."""
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

    works: Sequence[ComparedWork]
    pairs: list[Pair]
    """The most similar first."""
    scores: dict[tuple[int, int], float]
    """Of all pairs that were weighed, the listed ones among them."""
    best: list[float]
    """For each work of this class its highest score with anybody."""
    files: list[tuple[int, str, Tokens]]
    """Index of the work, name, tokens, for every file."""
    fingerprints: Fingerprints
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


def compare(works: Sequence[ComparedWork], background: Background, *, top: int = 50) -> Comparison:
    tokenizer = Tokenizer(own_names(background.given.values()))
    stub = stub_runs([tokenizer.read(text).numbers for text in background.given.values()])
    files = [
        (index, name, tokenizer.read(text)) for index, work in enumerate(works) for name, text in work.files.items()
    ]
    fingerprints = fingerprints_of([tokens for _, _, tokens in files], stub)
    known_fingerprints = fingerprints_of([tokenizer.read(text) for text in background.known], stub)
    owners = np.array([work for work, _, _ in files], np.int64)[fingerprints.files] if files else np.empty(0, np.int64)
    runs, counts = np.unique(_once(fingerprints.hashes, owners)[0], return_counts=True)
    known = member(runs, np.unique(known_fingerprints.hashes))
    worth = np.log(max(len(works), 2) / np.maximum(counts, 1)) * np.where(known, KNOWN_COUNTS, 1.0)
    worth[counts > max(COMMON_AT_LEAST, COMMON * len(works))] = 0.0
    shared, totals = _shared(fingerprints.hashes[fingerprints.kept], owners[fingerprints.kept], runs, worth, len(works))
    candidates, excluded = _candidates(works, _scores(shared, totals), max(LEAST_CANDIDATES, 10 * top))
    weighed = _weighed(fingerprints, owners, worth[np.searchsorted(runs, fingerprints.hashes)], candidates)
    pairs = [
        Pair(left, right, score, float(shared[left, right]))
        for (left, right), score in zip(candidates, weighed, strict=True)
    ]
    pairs.sort(key=lambda pair: (-pair.score, -pair.worth, pair.left, pair.right))
    return Comparison(
        works=works,
        pairs=[pair for pair in pairs[:top] if pair.score > 0],
        scores={(pair.left, pair.right): pair.score for pair in pairs},
        best=_best(works, pairs),
        files=files,
        fingerprints=fingerprints,
        runs=runs,
        counts=counts,
        known=known,
        given_lines=frozenset(line.strip() for text in background.given.values() for line in text.split("\n")),
        remarks=Counter(remark for work in works for remark in remarks(work)),
        excluded=excluded,
    )


def remarks(work: ComparedWork) -> set[str]:
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
    """A first estimate, for all pairs at once."""
    usual = float(np.median(totals[totals > 0])) if np.any(totals > 0) else 1.0
    result: Weights = shared / (np.minimum.outer(totals, totals) + LITTLE * usual)
    return result


def _candidates(works: Sequence[ComparedWork], scores: Weights, most: int) -> tuple[list[tuple[int, int]], int]:
    """The best pairs, and everybody's best; without those that somebody had a hand in twice and two earlier works."""
    size = len(works)
    flat = scores.ravel()
    keys = np.flatnonzero(flat > 0)
    keys = keys[np.argsort(-flat[keys], kind="stable")]
    found: list[tuple[int, int]] = []
    sharing = np.flatnonzero((scores > 0).any(axis=0) | (scores > 0).any(axis=1)).tolist() if size else []
    without = {index for index in sharing if not works[index].origin}
    excluded = 0
    for key in keys.tolist():
        left, right = divmod(key, size)
        if len(found) >= most and not (left in without or right in without):
            if not without:
                break
            continue
        if works[left].origin and works[right].origin:
            continue
        if works[left].shares_somebody(works[right]):
            excluded += 1
            continue
        found.append((left, right))
        without -= {left, right}
    return found, excluded


def _weighed(
    fingerprints: Fingerprints, owners: Places, worth: Weights, candidates: Sequence[tuple[int, int]]
) -> list[float]:
    """Scores of the candidates, place by place."""
    counts_for = fingerprints.kept & (worth > 0)
    hashes, pieces = fingerprints.hashes[counts_for], fingerprints.pieces[counts_for]
    owners, worth = owners[counts_for], worth[counts_for]
    known: dict[int, tuple[Numbers, Places, Weights]] = {}
    totals: dict[int, float] = {}
    for work in sorted({index for pair in candidates for index in pair}):
        first, last = np.searchsorted(owners, [work, work + 1]).tolist()
        own, at = np.unique(hashes[first:last], return_index=True)
        places: Places = pieces[first:last][at]
        places = places - (int(places.min()) if len(places) else 0)
        weights: Weights = worth[first:last][at]
        known[work] = (np.asarray(own, np.uint64), places, weights)
        totals[work] = _by_place(places, weights)
    usual = float(np.median(list(totals.values()))) if totals else 1.0
    found = []
    for left, right in candidates:
        one, other = known[left], known[right]
        _, mine, theirs = np.intersect1d(one[0], other[0], assume_unique=True, return_indices=True)
        common = min(_by_place(one[1][mine], one[2][mine]), _by_place(other[1][theirs], other[2][theirs]))
        # the formula's most for an ordinary work is 1 / (1 + LITTLE): call that 1
        found.append(min(1.0, common * (1 + LITTLE) / (min(totals[left], totals[right]) + LITTLE * usual or 1.0)))
    return found


def _by_place(places: Places, weights: Weights) -> float:
    return float((np.bincount(places, weights) ** ONE_PLACE).sum()) if len(places) else 0.0


def _best(works: Sequence[ComparedWork], pairs: Sequence[Pair]) -> list[float]:
    """For each work of this class its highest score; 0 for those who share nothing."""
    highest = [0.0] * len(works)
    for pair in pairs:
        for index in (pair.left, pair.right):
            highest[index] = max(highest[index], pair.score)
    return [score for score, work in zip(highest, works, strict=True) if not work.origin]
