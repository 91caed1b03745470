"""One person's habits, drawn once for each made-up student."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from . import names
from .spellings import Habits


@dataclass(frozen=True)
class Hand:
    """The habits of one person."""

    spelling: Habits
    naming: str
    renames: float
    steps: float
    """Gives parts of an expression a name of their own."""
    folds: float
    """Writes in one line what was two."""
    splits: float
    """q, k = a, b on two lines."""
    moves: float
    """Swaps neighbours that do not depend on each other."""
    loops: float
    """while for for, loops for comprehensions."""
    helpers: float
    """Moves a body into a helper."""
    remarks: float
    """Comments a line."""
    traces: float
    """Leaves commented-out prints behind."""
    blanks: float
    keeps_todo: bool
    keeps_docstrings: bool
    double_quotes: bool
    chosen: dict[str, str] = field(default_factory=dict)
    """Names already chosen: people call the same thing the same way everywhere."""

    @staticmethod
    def of(rng: random.Random) -> Hand:
        def some(most: float) -> float:
            return most * rng.random() ** 2

        return Hand(
            spelling=Habits(
                function_form=rng.choice((0.1, 0.5, 0.9)),
                matmul_call=rng.choice((0.0, 0.0, 0.2, 0.9)),
                size_call=rng.choice((0.0, 0.0, 0.9)),
                turned=rng.choice(("as is", "as is", "as is", "mT", "function", "other way", "swapaxes")),
                infinity_as_float=rng.choice((0.0, 0.9)),
                root_as_power=rng.choice((0.0, 0.0, 0.9)),
                swapped=some(0.4),
                keywords_shuffled=some(0.5),
                square_as_product=rng.choice((0.0, 0.0, 0.9)),
            ),
            naming=rng.choice(names.SCHEMES),
            renames=rng.choice((0.3, 0.6, 0.9)),
            steps=some(0.5),
            folds=some(0.5),
            splits=some(0.8),
            moves=some(0.5),
            loops=some(0.5),
            helpers=some(0.15),
            remarks=some(0.7),
            traces=some(0.08),
            blanks=some(0.3),
            keeps_todo=rng.random() < 0.35,
            keeps_docstrings=rng.random() < 0.9,
            double_quotes=rng.random() < 0.8,
        )
