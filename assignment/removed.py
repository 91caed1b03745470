"""Takes one part out of a transformer while it runs, by hooks: the model stays your own, and nothing is rewritten.

with without("mask", model):
    …            here your model has no causal mask

scale        scores are q · k, not divided by √d_k       (listens at attention_scores, task 1.2)
mask         every word sees every word                  (listens at attend, task 1.6)
positions    the vectors of places are all 0             (hooks position_embedding, task 4.1)
residual     each part's output replaces the stream      (hooks attention, ffn and norm_2 of each block, task 3.3)
norm         every layer norm hands on what it gets      (hooks norm_1, norm_2 and final_norm, task 3.1)
"""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

PARTS = ["scale", "mask", "positions", "residual", "norm"]


class CannotBeRemoved(Exception):
    """Why a part of this code cannot be taken out by a hook; a sentence."""


@contextmanager
def without(part: str, model: nn.Module) -> Iterator[None]:
    """The model lacks this part until the end of the `with`."""
    used: list[str] = []
    undo: list[Callable[[], None]] = []
    try:
        undo += REMOVERS[part](model, used)
        with torch.no_grad():
            model(torch.zeros(1, 2, dtype=torch.int64))
        if not used:
            raise CannotBeRemoved(f"your code goes another way than the stubs suggest, so {part} cannot be taken out")
        yield
    finally:
        for step in undo:
            step()


def _replaced(name: str, wrap: Callable) -> list[Callable[[], None]]:
    """Put `wrap(function)` in the place of a function, in every file of the student's that knows it."""
    undo = []
    for module in [sys.modules.get(each) for each in ("attention", "multihead", "block", "lm")]:
        own = getattr(module, name, None)
        if own is not None:
            setattr(module, name, wrap(own))
            undo.append(lambda module=module, own=own: setattr(module, name, own))
    return undo


def _no_scale(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    def wrap(attention_scores):
        def unscaled(q: Tensor, k: Tensor) -> Tensor:
            used.append("scale")
            return attention_scores(q, k) * math.sqrt(k.shape[-1])

        return unscaled

    return _replaced("attention_scores", wrap)


def _no_mask(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    def wrap(attend):
        def unmasked(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None):
            used.append("mask")
            return attend(q, k, v)

        return unmasked

    return _replaced("attend", wrap)


def _hook(module: nn.Module, used: list[str], change: Callable[[Tensor, Tensor], Tensor]) -> Callable[[], None]:
    def changed(_module, inputs, out):
        used.append("hook")
        return change(inputs[0], out)

    return module.register_forward_hook(changed).remove


def _no_positions(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    return [_hook(model.position_embedding, used, lambda _, out: torch.zeros_like(out))]


def _no_norm(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    norms = [model.final_norm, *(norm for block in model.blocks for norm in (block.norm_1, block.norm_2))]
    return [_hook(norm, used, lambda x, _: x) for norm in norms]


def _no_residual(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    """Both parts hand over their output less the stream, which the block then adds: the output alone is left."""
    undo = []
    for block in model.blocks:
        stream: dict[str, Tensor] = {}

        def note(name: str, stream: dict[str, Tensor] = stream) -> Callable:
            return lambda _module, inputs: stream.update({name: inputs[0]})

        def less(name: str, stream: dict[str, Tensor] = stream) -> Callable[[Tensor, Tensor], Tensor]:
            return lambda _, out: out - stream[name]

        undo.append(block.register_forward_pre_hook(note("x")).remove)
        undo.append(block.norm_2.register_forward_pre_hook(note("t")).remove)
        undo += [_hook(block.attention, used, less("x")), _hook(block.ffn, used, less("t"))]
    return undo


REMOVERS = {
    "scale": _no_scale,
    "mask": _no_mask,
    "positions": _no_positions,
    "residual": _no_residual,
    "norm": _no_norm,
}
