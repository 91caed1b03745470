"""Finds three and more submissions that are linked by unusually similar pairs: they are one case, not many."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np

from .pairs import COMMON, COMMON_AT_LEAST, Comparison

CLEAR = 1.75
"""How far above everybody's usual most similar other a pair must be to link two."""
LEAST, ENOUGH = 0.25, 0.6
"""But never less than this share of unusual code in common, and this much is far above in every class."""


@dataclass(frozen=True)
class Together:
    """Works, by their index, in the order of the class."""

    members: tuple[int, ...]
    common: int
    """Fingerprints that every one of them has and few others; 0 where each link is over other code."""


def groups(comparison: Comparison) -> list[Together]:
    """The largest first."""
    floor = min(ENOUGH, max(LEAST, CLEAR * median(comparison.best or [0.0])))
    clusters: list[set[int]] = []
    for (left, right), score in comparison.scores.items():
        if score < floor:
            continue
        linked = {left, right}.union(*(cluster for cluster in clusters if left in cluster or right in cluster))
        clusters = [cluster for cluster in clusters if not cluster & linked] + [linked]
    large = sorted(
        (cluster for cluster in clusters if len(cluster) > 2), key=lambda cluster: (-len(cluster), min(cluster))
    )
    if not large:
        return []
    own = _unusual(comparison)
    return [
        Together(tuple(sorted(cluster)), len(set.intersection(*(own[place] for place in cluster)))) for cluster in large
    ]


def _unusual(comparison: Comparison) -> list[set[int]]:
    """For each work the fingerprints that few have and no known answer."""
    fingerprints, works = comparison.fingerprints, comparison.works
    few = (comparison.counts > 1) & (comparison.counts <= max(COMMON_AT_LEAST, COMMON * len(works))) & ~comparison.known
    own: list[set[int]] = [set() for _ in works]
    counts_for = few[np.searchsorted(comparison.runs, fingerprints.hashes)] & fingerprints.kept
    for file, run in zip(
        fingerprints.files[counts_for].tolist(), fingerprints.hashes[counts_for].tolist(), strict=True
    ):
        own[comparison.files[file][0]].add(run)
    return own
