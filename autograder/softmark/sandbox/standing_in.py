"""Lets the reference answer when somebody's later function calls an earlier one that is wrong (stand_ins.py). Runs in
the reference's own worker: the grader hands calls and answers on unopened.

Whoever asks may ask for anything at any time. Values are plain tensors of ordinary size and dtype; a backward call
needs the number of a tape that the same check made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from ..checks import values
from .wire import Frame

MOST_TAPES = 2000
"""Calls of one check that a backward call may come back to."""
TAPE_BYTES = 64 << 20
"""What they may hold together."""
TOO_MUCH = "a given function was asked for more than any answer needs"
MOST_NUMBERS = 1 << 20
"""In all the arrays of one call, either way: a right answer sends a few thousand."""
DTYPES = frozenset({"bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64"})
"""Half precision has no fast arithmetic on a processor, and no check asks for it."""


class Refused(Exception):
    """A call that nobody has a right to."""


class StandingIn:
    """The reference's functions, and the tapes of the check that runs."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._modules = modules
        self._tapes: dict[int, tuple[list[Any], list[Any]]] = {}
        self._held = 0

    def forget(self) -> None:
        self._tapes.clear()
        self._held = 0

    def answer(self, frame: Frame) -> Any:
        """Run the reference on what was sent. Its names are fully qualified: "block.LayerNorm.forward"."""
        _ordinary(frame.value)
        match frame.head:
            case {"do": "forward", "target": str(target), "keep": bool(keep)}:
                answer = self._forward(target, frame.value, keep, frame.head.get("wanted", []))
            case {"do": "backward", "tape": int(tape)} if tape in self._tapes:
                answer = self._backward(tape, frame.value)
            case _:
                raise Refused("a call that was not agreed")
        _ordinary(answer)
        return answer

    def _forward(self, target: str, packed: Any, keep: bool, wanted: Any) -> Any:
        leaves = [part for _, part in values.arrays_in(packed)]
        if keep:
            if len(self._tapes) >= MOST_TAPES or not isinstance(wanted, list) or len(wanted) > len(leaves):
                raise Refused("more calls than any answer needs")
            for i in wanted:
                if type(i) is not int or not 0 <= i < len(leaves) or not leaves[i].is_floating_point():
                    raise Refused("a gradient of something that is not a floating-point tensor")
                leaves[i].requires_grad_(True)
        answer = self._call(target, packed)
        outputs = [part for _, part in values.arrays_in(answer)]
        if not keep:
            return {"value": _detached(answer)}
        self._held += sum(part.nbytes for part in (*leaves, *outputs))
        if self._held > TAPE_BYTES:
            raise Refused("more calls than any answer needs")
        tape = len(self._tapes)
        self._tapes[tape] = (outputs, [leaves[i] for i in wanted])
        return {"value": _detached(answer), "tape": tape}

    def _call(self, target: str, packed: Any) -> Any:
        module, _, name = target.partition(".")
        owner, _, method = name.rpartition(".")
        if not owner:
            return getattr(self._modules[module], name)(*packed["args"], **packed["kwargs"])
        import torch

        cls = getattr(self._modules[module], owner)
        made = cls(*packed["built"], **packed["built_named"])
        return torch.func.functional_call(
            _bound()(made, method),
            {f"made.{key}": part for key, part in packed["state"].items()},
            tuple(packed["args"]),
            packed["kwargs"],
        )

    def _backward(self, tape: int, packed: Any) -> Any:
        import torch

        outputs, inputs = self._tapes[tape]
        gradients = packed["gradients"]
        pairs = [(o, g) for o, g in zip(outputs, gradients, strict=True) if g is not None and o.requires_grad]
        if not pairs:
            return {"gradients": [None] * len(inputs)}
        found = torch.autograd.grad(
            [o for o, _ in pairs], inputs, [g for _, g in pairs], allow_unused=True, retain_graph=True
        )
        return {"gradients": list(found)}


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
    if values.is_tensor(value):
        return value.detach()
    if isinstance(value, list | tuple):
        return type(value)(_detached(part) for part in value)
    return value
