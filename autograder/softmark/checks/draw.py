"""Seeded numbers for checks: the same on every platform, different for every check, term and audience.

A number depends only on the key (one for public numbers, from the rubric's term, and one for hidden ones, from the
salt that staff keep), the check's name, and how many numbers that check has drawn before. The generator is a counter
put through a 64-bit mixing function, written here in NumPy integers, because library generators may change their
streams between versions and the recorded reference must stay true on every student's machine.

Nothing that is drawn hides a mistake by chance: sizes differ, no row of three or more is sorted or all alike, and a
permutation moves something and differs from its inverse.

Normal-looking numbers lie on a grid of 1/128 between −4 and 4: exact in every float format down to float16, so the
same check in float32 and float64 starts from the very same inputs.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from . import draw_lists
from .draw_lists import SHORTEST_ROW
from .numpy_if_there import np

if TYPE_CHECKING:
    import numpy.typing as npt

    _Number = TypeVar("_Number", np.float64, np.int64)

_T = TypeVar("_T")


def _mixed(seed: int, start: int, count: int) -> npt.NDArray[np.uint64]:
    """The next words of a stream, as in draw_lists.py."""
    # arrays of unsigned numbers wrap around silently, which is what mixing needs
    step, mix_1, mix_2 = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
    word = np.arange(start + 1, start + count + 1, dtype=np.uint64)
    word *= step
    word += np.uint64(seed)
    word ^= word >> np.uint64(30)
    word *= mix_1
    word ^= word >> np.uint64(27)
    word *= mix_2
    word ^= word >> np.uint64(31)
    return word


# A class of students is asked the same numbers, so they are made once. Whoever is handed some gets a copy.


@lru_cache(maxsize=4096)
def _normal(seed: int, start: int, count: int, scale: float, width: int) -> npt.NDArray[np.float64]:
    # the low byte of each 16 bits: four bytes of every word, whatever the byte order of the machine
    parts = _mixed(seed, start, count).astype("<u8").view("<u2").reshape(-1, 4) & 255
    numbers: npt.NDArray[np.float64] = (parts.sum(axis=1, dtype=np.float64) - 510.0) * (scale / 128.0)
    return _no_row_sorted(numbers, width)


@lru_cache(maxsize=4096)
def _below(seed: int, start: int, count: int, bound: int, width: int = 1) -> npt.NDArray[np.int64]:
    numbers: npt.NDArray[np.int64] = (_mixed(seed, start, count) % np.uint64(bound)).astype(np.int64)
    if width >= SHORTEST_ROW and numbers.size:
        rows = numbers.reshape(-1, width)
        alike = (rows == rows[:, :1]).all(axis=1)
        rows[alike, -1] = (rows[alike, -1] + 1) % bound
    return _no_row_sorted(numbers, width)


def _no_row_sorted(numbers: npt.NDArray[_Number], width: int) -> npt.NDArray[_Number]:
    """Rows that go only up or only down begin with their last number instead: sorting them changes something."""
    if width < SHORTEST_ROW or not numbers.size:
        return numbers
    rows = numbers.reshape(-1, width)
    for _ in range(2):  # 1 1 0 becomes 0 1 1, and then 1 0 1
        before, after = rows[:, :-1], rows[:, 1:]
        ordered = (after >= before).all(axis=1) | (after <= before).all(axis=1)
        if not ordered.any():
            break
        rows[ordered] = np.roll(rows[ordered], 1, axis=1)
    return numbers


class Draw:
    """`draw(2, 3)` gives a 2×3 array, in plain Python two lists of three; the methods give sizes, tokens and more."""

    def __init__(self, key: str, check: str, framework: str = "torch", redrawn: int = 0) -> None:
        """`redrawn`: how often these numbers were drawn before, and dropped (content/hidden_draws.py)."""
        digest = hashlib.sha256(f"{key}:{check}{f'#{redrawn}' if redrawn else ''}".encode()).digest()
        self._seed = int.from_bytes(digest[:8], "little")
        self._drawn = 0
        self._framework = framework

    def _place(self, count: int) -> tuple[int, int, int]:
        """Where the next so many words of the stream are."""
        start = self._drawn
        self._drawn += count
        return self._seed, start, count

    def _give(self, numbers: npt.NDArray[Any], shape: tuple[int, ...], dtype: str) -> Any:
        if self._framework == "numpy":
            return numbers.astype(dtype).reshape(shape)
        import torch

        return torch.from_numpy(numbers.copy()).view(shape).to(getattr(torch, dtype))

    def __call__(self, *shape: int, scale: float = 1.0, dtype: str = "") -> Any:
        """Roughly normal numbers (the sum of four random bytes), times `scale`, in the framework's everyday dtype."""
        place, width = self._place(math.prod(shape)), shape[-1] if shape else 1
        if self._framework == "python":
            return draw_lists.shaped(draw_lists.normal(*place, scale, width), shape)
        everyday = "float64" if self._framework == "numpy" else "float32"
        numbers = _normal(*place, scale, width)
        return self._give(numbers, shape, dtype or everyday)

    def integer(self, low: int, high: int) -> int:
        """One whole number, low ≤ number ≤ high."""
        return low + draw_lists.below(*self._place(1), high - low + 1)[0]

    def choice(self, options: Sequence[_T]) -> _T:
        """One of the options."""
        return options[self.integer(0, len(options) - 1)]

    def shuffled(self, parts: Sequence[_T]) -> list[_T]:
        """All parts in a random order, never in their original order if there are two or more."""
        return [parts[place] for place in draw_lists.permutation(*self._place(len(parts)))]

    def letters(self, count: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
        """A word of `count` letters."""
        return "".join(alphabet[i] for i in draw_lists.below(*self._place(count), len(alphabet), count))

    def sizes(
        self,
        count: int,
        low: int = 2,
        high: int = 9,
        without: Collection[int] = (),
        derived: Callable[..., Iterable[int]] = lambda *sizes: (),
    ) -> list[int]:
        """Pairwise distinct sizes, so that no transpose can hide behind equal dimensions.

        `derived` gives, for such sizes, the numbers that code may make of them (`lambda n, h, w: (h * w, w * w)`): they
        too differ from each other and from all sizes.
        """
        possible = [size for size in range(low, high + 1) if size not in without]
        if len(possible) < count:
            raise ValueError(f"cannot draw {count} distinct sizes between {low} and {high}")
        order = draw_lists.order(*self._place(len(possible)))
        for places in itertools.permutations(order, count):
            sizes = [possible[place] for place in places]
            all_different = [*sizes, *derived(*sizes)]
            if len(set(all_different)) == len(all_different):
                return sizes
        raise ValueError(f"cannot draw {count} sizes between {low} and {high} that differ from what is made of them")

    def tokens(self, vocab: int, *shape: int) -> Any:
        """Whole numbers from 0 to vocab − 1, as int64: token ids, places, letters. `draw.tokens(26, 5)` gives five."""
        place, width = self._place(math.prod(shape)), shape[-1] if shape else 1
        if self._framework == "python":
            return draw_lists.shaped(draw_lists.below(*place, vocab, width), shape)
        return self._give(_below(*place, vocab, width), shape, "int64")

    def permutation(self, count: int) -> Any:
        """The numbers 0 … count−1 in a drawn order, as int64; never in their own order."""
        made = draw_lists.permutation(*self._place(count))
        return made if self._framework == "python" else self._give(np.array(made, np.int64), (count,), "int64")
