"""Scales points to a total: the same proportions, exact to the last hundredth, and equal points stay equal.

Hundredths that are left over after rounding down go to whole groups of equal points, those that lost the most by
rounding first. Where no choice of groups takes them all, the rest goes, one hundredth each, to the first tasks of one
group, and the build says to which.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def rescaled(points: Sequence[float], total: float) -> list[float]:
    """Points in the same proportions that sum to `total`."""
    return [cents / 100 for cents in _settled(points, total)[0]]


def odd_ones(points: Sequence[float], total: float) -> list[int]:
    """Places of those that got a hundredth more than others that were equal to them."""
    return _settled(points, total)[1]


def _settled(points: Sequence[float], total: float) -> tuple[list[int], list[int]]:
    exact = [Fraction(repr(p)) for p in points]
    cents = Fraction(repr(total)) * 100
    shares = [p * cents / sum(exact) for p in exact]
    whole = [int(share) for share in shares]
    left = int(cents) - sum(whole)
    groups: dict[Fraction, list[int]] = {}
    for place, share in enumerate(shares):
        if share > whole[place]:
            groups.setdefault(share, []).append(place)
    ranked = [groups[share] for share in sorted(groups, key=lambda share: (int(share) - share, groups[share]))]
    chosen = _filling([len(group) for group in ranked], left)
    for number in chosen:
        for place in ranked[number]:
            whole[place] += 1
    left -= sum(len(ranked[number]) for number in chosen)
    rest = next((group for number, group in enumerate(ranked) if number not in chosen and len(group) > left), [])
    odd = rest[:left]
    for place in odd:
        whole[place] += 1
    return whole, odd


def _filling(sizes: Sequence[int], room: int) -> tuple[int, ...]:
    """Which sizes, together, come closest to `room` from below; of several choices the one with the first of them."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for number, size in enumerate(sizes):
        for filled, chosen in sorted(best.items(), reverse=True):
            if filled + size <= room:
                best.setdefault(filled + size, (*chosen, number))
    return best[max(best)]
