"""Finds what exactly two works share: the longest common stretches first, none of them twice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .pairs import Comparison, Pair, remarks

MOST_PLACES = 12
"""Of one run in one work: a run that stands everywhere places nothing."""


@dataclass(frozen=True)
class Side:
    """A stretch of one file: from a line and column to a line and column (lines from 0, the end exclusive)."""

    file: str
    first_line: int
    first_column: int
    last_line: int
    last_column: int


@dataclass(frozen=True)
class Match:
    """A stretch that both have."""

    left: Side
    right: Side
    tokens: int
    works: int
    """How many works have the rarest part of it."""
    unusual: bool


@dataclass(frozen=True)
class Shared:
    """Everything that a pair has in common."""

    matches: list[Match]
    """In the order of the left work."""
    remarks: frozenset[str]
    """Comments that both have and few others."""

    @property
    def unusual(self) -> list[Match]:
        return [match for match in self.matches if match.unusual]


@dataclass
class _Block:
    left_file: int
    left: int
    right_file: int
    right: int
    length: int


def between(comparison: Comparison, pair: Pair) -> Shared:
    blocks = _blocks(comparison, pair)
    names = {index: comparison.files[index][1] for index in range(len(comparison.files))}
    blocks.sort(key=lambda block: (-block.length, names[block.left_file] != names[block.right_file], block.left))
    used: dict[int, np.ndarray[tuple[int], np.dtype[np.bool_]]] = {}
    for work in (pair.left, pair.right):
        for index in comparison.file_indices(work):
            used[index] = ~comparison.fingerprints.own[index]
    found: list[tuple[_Block, Match]] = []
    for block in blocks:
        for piece in _free(block, used):
            used[piece.left_file][piece.left : piece.left + piece.length] = True
            used[piece.right_file][piece.right : piece.right + piece.length] = True
            found.append((piece, _match(comparison, piece)))
    found.sort(key=lambda one: (one[0].left_file, one[0].left))
    both = remarks(comparison.works[pair.left]) & remarks(comparison.works[pair.right])
    rare = frozenset(remark for remark in both if comparison.remarks[remark] <= comparison.rare)
    return Shared([match for _, match in found], rare)


def _blocks(comparison: Comparison, pair: Pair) -> list[_Block]:
    """All maximal common stretches."""
    right: dict[int, list[tuple[int, int, int]]] = {}
    for file, place, length, run in _runs(comparison, pair.right):
        right.setdefault(run, []).append((file, place, length))
    diagonals: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for file, place, length, run in _runs(comparison, pair.left):
        places = right.get(run, ())
        if len(places) <= MOST_PLACES:
            for other_file, other_place, _ in places:
                diagonals.setdefault((file, other_file, other_place - place), []).append((place, length))
    blocks: list[_Block] = []
    for (file, other_file, shift), starts in diagonals.items():
        begin, end = starts[0][0], starts[0][0] + starts[0][1]
        for place, length in starts[1:]:
            if place > end:
                blocks.append(_Block(file, begin, other_file, begin + shift, end - begin))
                begin = place
            end = place + length
        blocks.append(_Block(file, begin, other_file, begin + shift, end - begin))
    return blocks


def _runs(comparison: Comparison, work: int) -> list[tuple[int, int, int, int]]:
    fingerprints = comparison.fingerprints
    runs = []
    for file in comparison.file_indices(work):
        first, last = np.searchsorted(fingerprints.files, [file, file + 1]).tolist()
        places, lengths = fingerprints.places[first:last].tolist(), fingerprints.lengths[first:last].tolist()
        hashes = fingerprints.hashes[first:last].tolist()
        runs += [(file, *rest) for rest in zip(places, lengths, hashes, strict=True)]
    return runs


def _free(block: _Block, used: dict[int, np.ndarray[tuple[int], np.dtype[np.bool_]]]) -> list[_Block]:
    """The parts of a block that no longer one has taken."""
    left = used[block.left_file][block.left : block.left + block.length]
    right = used[block.right_file][block.right : block.right + block.length]
    free = np.concatenate(([False], ~(left | right), [False])).astype(np.int8)
    edges = np.flatnonzero(np.diff(free)).reshape(-1, 2).tolist()
    return [
        _Block(block.left_file, block.left + begin, block.right_file, block.right + begin, end - begin)
        for begin, end in edges
        if end - begin >= min(6, block.length)
    ]


def _match(comparison: Comparison, block: _Block) -> Match:
    fingerprints = comparison.fingerprints
    first, last = np.searchsorted(fingerprints.files, [block.left_file, block.left_file + 1]).tolist()
    begins, lengths = fingerprints.places[first:last], fingerprints.lengths[first:last]
    inside = (begins >= block.left) & (begins + lengths <= block.left + block.length)
    hashes = fingerprints.hashes[first:last][inside]
    works, unusual = len(comparison.works), False
    if len(hashes):
        at = np.searchsorted(comparison.runs, hashes)
        counts = comparison.counts[at]
        works = int(counts.min())
        unusual = bool(np.any((counts <= comparison.rare) & ~comparison.known[at]))
    return Match(
        _side(comparison, block.left_file, block.left, block.length),
        _side(comparison, block.right_file, block.right, block.length),
        block.length,
        works,
        unusual,
    )


def _side(comparison: Comparison, file: int, begin: int, length: int) -> Side:
    _, name, tokens = comparison.files[file]
    last = begin + length - 1
    return Side(
        name,
        int(tokens.lines[begin]),
        int(tokens.starts[begin]),
        int(tokens.lines[last]),
        int(tokens.ends[last]),
    )
