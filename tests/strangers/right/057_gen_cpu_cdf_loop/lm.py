import math

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):
    def __init__(
        self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int
    ) -> None:
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        return self.token_embedding(tokens) + self.position_embedding(torch.arange(n, device=tokens.device))

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.unembed(self.final_norm(x))


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
