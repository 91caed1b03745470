"""The shapes of names, by the account of whoever ran the code."""

import numpy as np
import pytest

from softmark.locating.shapes_seen import RETURNED, Seen, ShapesSeen, validate

TEXT = """def f(x):
    y = x.sum(axis=0)
    for step in range(2):
        y = y[1:]
    return y
"""


def test_every_line_that_sets_a_name_is_seen() -> None:
    scope: dict = {}
    exec(compile(TEXT, "/somewhere/work.py", "exec"), scope)
    watcher = ShapesSeen(frozenset({"work.py"}))
    answer = watcher(lambda: scope["f"](np.zeros((3, 5))))
    assert answer.shape == (3,)
    assert list(watcher.seen) == [
        Seen("work.py", 2, "y", (5,)),
        Seen("work.py", 4, "y", (4,)),
        Seen("work.py", 4, "y", (3,)),
        Seen("work.py", 5, RETURNED, (3,)),
    ]


@pytest.mark.parametrize("told", [
    "nonsense", [["work.py", 99, "y", [2]]], [["other.py", 1, "y", [2]]], [["work.py", 1, "a b", [2]]],
    [["work.py", 1, "y", [True]]], [["work.py", 1, "y", [-1]]], [["work.py", 1, "y", [1] * 99]], [["work.py"]],
    [["work.py", 1, "y", [2]]] * 5000,
])  # fmt: skip
def test_a_claim_that_cannot_be_true_is_none(told: object) -> None:
    with pytest.raises(ValueError, match="cannot"):
        validate(told, {"work.py": 5})
