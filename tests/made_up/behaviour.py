"""What the files of the attention assignment do on a few inputs: values, or the kind of exception."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from softmark.running import trusted


def outcomes(sources: dict[str, str], overlays: tuple[trusted.Overlay, ...] = ()) -> dict[str, Any]:
    """Name of a call → what came back."""
    modules = trusted.load(sources, overlays)
    return {name: _tried(call, modules) for name, call in _CALLS.items()}


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        if one.shape != other.shape or one.dtype != other.dtype:
            return False
        return torch.allclose(one.double(), other.double(), rtol=1e-5, atol=1e-6, equal_nan=True)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(alike(left, right) for left, right in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6) or (math.isnan(one) and math.isnan(other))
    return type(one) is type(other) and bool(one == other)


def _tried(call: Callable[[Any], Any], modules: dict[str, Any]) -> Any:
    torch.manual_seed(7)
    try:
        result = call(modules)
    except Exception as error:
        return f"raised {type(error).__name__}"
    return _plain(result)


def _plain(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.detach().clone()
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def _numbers(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)), dtype=torch.float64)


def _model(modules: dict[str, Any]) -> Any:
    torch.manual_seed(3)
    return modules["lm"].TransformerLM(5, 6, 4, 2, 2, 8).double()


def _layer(modules: dict[str, Any], name: str, *sizes: int) -> Any:
    torch.manual_seed(5)
    where = {"AttentionHead": "attention", "MultiHeadAttention": "multihead"}.get(name, "block")
    layer: nn.Module = getattr(modules[where], name)(*sizes)
    return layer.double()


def _tokens() -> Tensor:
    return torch.tensor([[0, 1, 2, 3], [4, 3, 2, 1]])


_MASK = torch.tensor([[True, False, True], [True, True, False]])

_CALLS: dict[str, Callable[[Any], Any]] = {
    "simple_attention": lambda m: m["attention"].simple_attention(_numbers(2, 4, 3)),
    "attention_scores": lambda m: m["attention"].attention_scores(_numbers(2, 2, 3), _numbers(2, 4, 3)),
    "causal_mask": lambda m: m["attention"].causal_mask(4),
    "apply_mask": lambda m: m["attention"].apply_mask(_numbers(2, 3), _MASK),
    "softmax": lambda m: m["attention"].softmax(torch.tensor([[1.0, 1000.0, -math.inf], [0.0, 1.0, 2.0]])),
    "weighted_values": lambda m: m["attention"].weighted_values(_numbers(2, 2, 3), _numbers(2, 3, 4)),
    "attend": lambda m: m["attention"].attend(_numbers(2, 5), _numbers(3, 5), _numbers(3, 4), _MASK),
    "AttentionHead": lambda m: _layer(m, "AttentionHead", 4, 3)(_numbers(2, 3, 4)),
    "find_ones_weights": lambda m: m["attention"].find_ones_weights(9),
    "split_heads": lambda m: m["multihead"].split_heads(_numbers(2, 3, 4), 2),
    "merge_heads": lambda m: m["multihead"].merge_heads(_numbers(2, 2, 3, 4)),
    "MultiHeadAttention": lambda m: _layer(m, "MultiHeadAttention", 4, 2)(_numbers(2, 3, 4)),
    "head_contributions": lambda m: _layer(m, "MultiHeadAttention", 4, 2).head_contributions(_numbers(2, 3, 4)),
    "LayerNorm": lambda m: _layer(m, "LayerNorm", 4)(_numbers(2, 3, 4)),
    "FeedForward": lambda m: _layer(m, "FeedForward", 4, 6)(_numbers(2, 3, 4)),
    "TransformerBlock": lambda m: _layer(m, "TransformerBlock", 4, 2, 6)(_numbers(2, 3, 4)),
    "embed": lambda m: _model(m).embed(_tokens()),
    "TransformerLM": lambda m: _model(m)(_tokens()),
    "next_token_loss": lambda m: m["lm"].next_token_loss(_numbers(2, 4, 5), _tokens()),
    "generate": lambda m: m["lm"].generate(_model(m), _tokens(), 4, temperature=0),
    "sampled": lambda m: m["lm"].generate(_model(m), _tokens(), 4, 0.7, 3, generator=torch.Generator().manual_seed(1)),
    "train": lambda m: m["train"].train(_model(m), [_tokens()] * 4, 0.01),
}
