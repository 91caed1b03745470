"""Bonus: find the bug. suspects.py holds functions with one mistake each; you return an input that shows it.

Nothing is fixed here. A right function and the one in suspects.py are called with what you return; the task is solved
when they answer differently. `python check.py` uses your own function of the earlier task as the right one.
"""

import torch
from torch import Tensor


def input_for_scores() -> tuple[Tensor, Tensor]:
    """An input that shows what is wrong with `attention_scores` in suspects.py.

    Returns:
        (q, k): (..., n, d_k) and (..., m, d_k), as task 1.2 takes them.

    Graded:
        - A right `attention_scores` and the one in suspects.py answer differently on (q, k).
        - q and k have at most 64 numbers together.

    Hints:
        - Read the suspect and say what it computes. For which sizes is that the same as task 1.2, and for which not?
    """
    # BEGIN SOLUTION 5.1 (about three lines)
    q = torch.arange(12.0).reshape(2, 2, 3) - 4.0
    k = torch.arange(30.0).reshape(2, 5, 3) % 7.0 - 2.0
    return q, k
    # END SOLUTION


def input_for_softmax() -> Tensor:
    """An input that shows what is wrong with `softmax` in suspects.py.

    Returns:
        (..., n, m) scores, as task 1.4 takes them.

    Graded:
        - A right `softmax` and the one in suspects.py answer differently on these scores.
        - There are at most 64 scores.

    Hints:
        - Equal scores, one row, one column, very large or very low scores: which of them does the suspect treat
          differently?
    """
    # BEGIN SOLUTION 5.2 (about two lines)
    scores = torch.tensor([[[0.0, 1.0, 3.0], [2.0, -1.0, 0.5]], [[200.0, 100.0, 0.0], [-300.0, -301.0, -299.0]]])
    return scores
    # END SOLUTION
