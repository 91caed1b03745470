"""Properties that tasks share: gradients arrive, inputs stay as they were, the future stays out of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from softmark.checks import Same, require, require_array


def same_gradients(same: Same, got: Any, expected: Any, *inputs: str) -> None:
    """Every input (named in order) and every parameter gets a gradient, the same as the reference's."""
    for i, (name, theirs) in enumerate(zip(inputs, expected.by_input, strict=True)):
        same_gradient(same, got.by_input[i] if i < len(got.by_input) else None, theirs, name)
    for name, theirs in expected.by_name.items():
        same_gradient(same, got.by_name.get(name), theirs, name)


def same_gradient(same: Same, got: Any, expected: Any, name: str) -> None:
    require(got is not None, f"no gradient reaches {name}: is a tensor detached or built anew on the way?")
    same(got, expected, what=f"the gradient of {name}")


def require_unchanged(outcome: Any) -> None:
    """The caller's tensors are as they were before the call."""
    changed = ", ".join(outcome.changed)
    require(
        not outcome.changed,
        f"your code changed {changed} in place; inputs belong to the caller",
        "your code changed an input in place; inputs belong to the caller",
    )


def require_causal(same: Same, layer: Callable[[Any], Any], x: Any, other: Any, first: int) -> None:
    """With the tokens from `first` on replaced by those of `other`, the rows before `first` stay as they were."""
    changed = x.clone()
    changed[..., first:, :] = other[..., first:, :]
    before, after = (_rows(layer(tokens), x, first) for tokens in (x, changed))
    same(after, before, what="the output before the changed tokens")


def _rows(output: Any, x: Any, first: int) -> Any:
    require_array(output, x, "the output")
    require(output.ndim == x.ndim and output.shape[-2] == x.shape[-2], "the output has not one row for each token")
    return output[..., :first, :]
