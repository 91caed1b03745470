"""Lets the reference answer when somebody's later function calls an earlier one that is wrong (stand_ins.py). Runs in
the reference's own worker: the grader hands calls and answers on unopened.

Whoever asks may ask for anything at any time. Values are plain tensors of ordinary size and dtype, and nothing is
remembered from one call to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from ..checks import values
from .wire import Frame

CALL = "stand in"
"""What the head of such a call says. It comes in the middle of another question's answer."""
TOO_MUCH = "a given function was asked for more than any answer needs"
MOST_NUMBERS = 1 << 20
"""In all the arrays of one call, either way: a right answer sends a few thousand."""
DTYPES = frozenset({"bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64"})
"""Half precision has no fast arithmetic on a processor, and no check asks for it."""


class Refused(Exception):
    """A call that nobody has a right to."""


def answer(modules: Mapping[str, ModuleType], frame: Frame) -> Any:
    """Run the reference on what was sent. Its names are fully qualified: "block.LayerNorm.forward"."""
    _ordinary(frame.value)
    match frame.head:
        case {"target": str(target), "wanted": list(wanted)}:
            answered = _answer(modules, target, frame.value, wanted)
        case _:
            raise Refused("a call that was not agreed")
    _ordinary(answered)
    return answered


def _answer(modules: Mapping[str, ModuleType], target: str, packed: Any, wanted: list[Any]) -> Any:
    """What the call returns or, where gradients by that are sent along, the gradients by the `wanted` arrays."""
    gradients = packed.pop("gradients", None)
    if gradients is None:
        return _detached(_call(modules, target, packed))
    leaves = _leaves(packed, wanted)
    outputs = [part for _, part in values.arrays_in(_call(modules, target, packed))]
    pairs = [(o, g) for o, g in zip(outputs, gradients, strict=True) if g is not None and o.requires_grad]
    if not pairs:
        return [None] * len(leaves)
    import torch

    return list(torch.autograd.grad([o for o, _ in pairs], leaves, [g for _, g in pairs], allow_unused=True))


def _leaves(packed: Any, wanted: list[Any]) -> list[Any]:
    sent = [part for _, part in values.arrays_in(packed)]
    if len(wanted) > len(sent):
        raise Refused(TOO_MUCH)
    for i in wanted:
        if type(i) is not int or not 0 <= i < len(sent) or not sent[i].is_floating_point():
            raise Refused("a gradient of something that is not a floating-point tensor")
    return [sent[i].requires_grad_(True) for i in wanted]


def _call(modules: Mapping[str, ModuleType], target: str, packed: Any) -> Any:
    module, _, name = target.partition(".")
    owner, _, method = name.rpartition(".")
    if not owner:
        return getattr(modules[module], name)(*packed["args"], **packed["kwargs"])
    import torch

    made = getattr(modules[module], owner)(*packed["built"], **packed["built_named"])
    return torch.func.functional_call(
        _bound()(made, method),
        {f"made.{key}": part for key, part in packed["state"].items()},
        tuple(packed["args"]),
        packed["kwargs"],
    )


def _ordinary(value: Any) -> None:
    """Refuse what would take long, whatever is done with it."""
    arrays = [part for _, part in values.arrays_in(value)]
    if any(values.dtype_name(part) not in DTYPES for part in arrays):
        raise Refused("a given function takes no numbers of half precision")
    if sum(values.count(part) for part in arrays) > MOST_NUMBERS:
        raise Refused(TOO_MUCH)


@cache
def _bound() -> Any:
    """A module whose forward is another module's method, so that functional_call can lend it parameters. Made once,
    because making a class takes longer than most calls."""
    import torch

    class Bound(torch.nn.Module):
        def __init__(self, made: Any, method: str) -> None:
            super().__init__()
            self.made, self.method = made, method

        def forward(self, *args: Any, **kwargs: Any) -> Any:
            return getattr(self.made, self.method)(*args, **kwargs)

    return Bound


def _detached(value: Any) -> Any:
    return value.detach() if values.is_tensor(value) else values.rebuilt(value, _detached)
