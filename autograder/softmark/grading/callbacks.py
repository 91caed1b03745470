"""Error carried forward, the grader's half: answers call-backs with the reference, only the names that were agreed.

The worker may ask for anything at any time; it is answered only for names replaced in it, and only while a check of
that later item runs. Values are plain tensors; a backward call needs the number of a tape that the same check made.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ..checks import values
from ..sandbox.walls import limits
from ..sandbox.wire import Frame

MEMORY_MB = 256
"""What call-backs may take of the grader's memory: a right answer needs a few, a mask of 100,000 tokens far more."""
MOST_TAPES = 2000
"""Calls of one check that a backward call may come back to."""


class Refused(Exception):
    """A call-back that this worker has no right to."""


class Carried:
    """The reference's functions behind the call-backs of one worker."""

    def __init__(self, modules: Mapping[str, ModuleType], names: frozenset[str]) -> None:
        self._modules = modules
        self.names = names
        """Fully qualified: "attention.softmax", "block.LayerNorm.forward"."""
        self._tapes: dict[int, tuple[list[Any], list[Any]]] = {}

    def forget(self) -> None:
        self._tapes.clear()

    def answer(self, frame: Frame, seconds: float) -> Any:
        """Run the reference on what the worker sent, for no longer than the worker itself has left."""
        with limits.bounded(seconds, MEMORY_MB):
            return self._answer(frame)

    def _answer(self, frame: Frame) -> Any:
        match frame.head:
            case {"do": "forward", "target": str(target), "keep": bool(keep)} if target in self.names:
                return self._forward(target, frame.value, keep, frame.head.get("wanted", []))
            case {"do": "backward", "tape": int(tape)} if tape in self._tapes:
                return self._backward(tape, frame.value)
        raise Refused("a call-back that was not agreed")

    def _forward(self, target: str, packed: Any, keep: bool, wanted: Any) -> Any:
        leaves = [part for _, part in values.arrays_in(packed)]
        if keep:
            if len(self._tapes) >= MOST_TAPES or not isinstance(wanted, list) or len(wanted) > len(leaves):
                raise Refused("more call-backs than any answer needs")
            for i in wanted:
                if type(i) is not int or not 0 <= i < len(leaves) or not leaves[i].is_floating_point():
                    raise Refused("a gradient of something that is not a floating-point tensor")
                leaves[i].requires_grad_(True)
        answer = self._call(target, packed)
        outputs = [part for _, part in values.arrays_in(answer)]
        if not keep:
            return {"value": _detached(answer)}
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
        bound = _Method(made, method)
        return torch.func.functional_call(
            bound,
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


def _Method(made: Any, method: str) -> Any:
    """A module whose forward is another module's method, so that functional_call can lend it parameters."""
    import torch

    class Bound(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.made = made

        def forward(self, *args: Any, **kwargs: Any) -> Any:
            return getattr(self.made, method)(*args, **kwargs)

    return Bound()


def _detached(value: Any) -> Any:
    if values.is_tensor(value):
        return value.detach()
    if isinstance(value, list | tuple):
        return type(value)(_detached(part) for part in value)
    return value
