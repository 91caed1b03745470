"""Properties that tasks share: gradients arrive, inputs stay as they were, the future stays out of sight, no call
leaves anything behind for the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from softmark.checks import Same, require, require_array

# Rules of every task: they stand at the head of each stub. All but the gradients are habits.
DTYPES = (
    "Float32 and float64: what comes out has the dtype of the floats that go in, weights included. Float64 is right to "
    "six digits."
)
UNCHANGED = "What goes in is not changed, and neither are the weights of a layer or PyTorch's settings."
GRADIENTS = "Gradients are right, not merely there, for all floats that go in and for every weight that takes part."
FOR_ALL_CODE = "PyTorch's "
"""So begins the name of a setting, among what a call has changed."""
GRADIENTS_ON = "PyTorch's switch for gradients"
CALLS = "Calls are independent, for any length and batch size: do not reuse a mask or positions made for another one."
MODES = "Training and evaluation mode give the same result: nothing is dropped or drawn at random."
"""What fails it is often random, so its checks name mistakes by their pattern."""


def same_gradients(same: Same, got: Any, expected: Any, *inputs: str) -> None:
    """Every input (named in order) and every parameter gets a gradient, the same as the reference's."""
    for i, (name, theirs) in enumerate(zip(inputs, expected.by_input, strict=True)):
        same_gradient(same, got.by_input[i] if i < len(got.by_input) else None, theirs, name)
    for name, theirs in expected.by_name.items():
        same_gradient(same, got.by_name.get(name), theirs, name)


def same_gradient(same: Same, got: Any, expected: Any, name: str) -> None:
    require(got is not None, f"no gradient reaches {name}: is a tensor detached or made anew on the way?")
    same(got, expected, what=f"the gradient of {name}")


def require_unchanged(outcome: Any, but: str = "") -> None:
    """The caller's tensors, the weights of a layer and what holds for all code are as they were before the call; `but`:
    something that a sentence of its own is about."""
    settings = [name for name in outcome.changed if name.startswith(FOR_ALL_CODE)]
    for name in settings:
        require(name == but, f"your code changed {name}, and left it changed for all code after it")
    changed = [name for name in outcome.changed if name not in settings]
    require(
        not changed,
        f"your code changed {', '.join(changed)} in place; inputs belong to the caller, and weights change by training "
        "only",
        "your code changed an input or a weight in place; inputs belong to the caller",
    )


def require_causal(same: Same, layer: Callable[[Any], Any], x: Any, other: Any, first: int) -> None:
    """With the tokens from `first` on replaced by those of `other`, the rows before `first` stay as they were."""
    changed = x.clone()
    changed[..., first:, :] = other[..., first:, :]
    before, after = (_rows(layer(tokens), x, first) for tokens in (x, changed))
    require(bool(before.isfinite().all()), "the output holds NaN or infinity", category="nan")  # equal to none
    same(after, before, what="the output before the changed tokens")


def other_lengths(draw: Any, d_model: int) -> Iterator[Any]:
    """Inputs for one layer, one after the other: one token, a longer row, a batch of one, another batch, other numbers.

    One token comes first: a mask of size 1 that is kept fits every later length, and is wrong for all of them.
    """
    shorter, longer = sorted(draw.sizes(2, low=3))
    batch, other = draw.sizes(2, low=2, high=4)
    for rows, length in ((batch, 1), (batch, longer), (1, shorter), (other, longer), (other, longer)):
        yield draw(rows, length, d_model)


LOWEST = 800.0
"""Scores are kept above −LOWEST, or a fill that 1.3 accepts (visible scores as low as −1000) could leak elsewhere."""


def turned_away(draw: Any, w_q: Any, batch: int, n: int, n_heads: int = 1) -> Any:
    """(batch, n, d_model): with W_k = −W_q every token scores low against each, below any modest fill.

    The tokens of a row point one way, so once the later ones are turned round they would get all the attention.
    """
    x = draw(batch, 1, w_q.shape[1])
    q = (x @ w_q.T).unflatten(-1, (n_heads, -1))
    lowest = (q**2).sum(dim=-1, keepdim=True).amax(dim=-2) / math.sqrt(q.shape[-1])  # of its heads
    x = x * (LOWEST / lowest).sqrt()
    return x * (1.0 - 0.25 * draw.permutation(n)[:, None] / n)


def _rows(output: Any, x: Any, first: int) -> Any:
    require_array(output, x, "the output")
    require(
        output.ndim == x.ndim and output.shape[-2] == x.shape[-2], "the output does not have one row for each token"
    )
    return output[..., :first, :]
