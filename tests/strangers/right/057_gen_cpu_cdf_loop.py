# A C programmer: cumulative sum and a while loop over the words, one draw per row
# 4.3 4.4

# ===== lm.py =====
import math

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    criterion = nn.NLLLoss()
    V = logits.shape[-1]
    return criterion(F.log_softmax(logits[:, :-1, :], dim=2).reshape(-1, V), tokens[:, 1:].reshape(-1))


def draw(values, temperature, top_k, u):
    order = sorted(range(len(values)), key=lambda w: -values[w])
    if top_k is not None:
        order = order[:top_k]
    best = values[order[0]]
    mass = [math.exp((values[w] - best) / temperature) for w in order]
    left = u * sum(mass)
    i = 0
    while i < len(order) - 1 and left >= mass[i]:
        left -= mass[i]
        i += 1
    return order[i]


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    rows = prompt.tolist()
    for _ in range(n_new):
        window = torch.tensor([row[-model.context_length:] for row in rows], dtype=torch.int64, device=prompt.device)
        with torch.no_grad():
            last = model(window)[:, -1].tolist()
        if temperature == 0:
            chosen = [values.index(max(values)) for values in last]
        else:
            us = torch.rand(len(rows), generator=generator, dtype=torch.float64, device=generator.device if generator else None).tolist()
            chosen = [draw(values, temperature, top_k, u) for values, u in zip(last, us)]
        for row, word in zip(rows, chosen):
            row.append(word)
    return torch.tensor(rows, dtype=torch.int64, device=prompt.device)
