# Pytorch-distributions user where no generator is given, multinomial with one
# 4.4

# ===== lm.py =====
import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn
from torch.distributions import Categorical


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.detach().clone()
    for _ in range(n_new):
        with torch.no_grad():
            logits = model(tokens[:, -model.context_length:])[:, -1]
        if top_k is not None:
            k = min(top_k, logits.size(-1))
            idx = torch.topk(logits, k).indices
            mask = torch.ones_like(logits).scatter_(1, idx, 0.0).bool()
            logits = logits.masked_fill(mask, float("-inf"))
        if temperature == 0:
            w = torch.argmax(logits, dim=1)
        else:
            dist = Categorical(logits=logits / temperature)
            if generator is None:
                w = dist.sample()
            else:
                w = torch.multinomial(dist.probs, 1, generator=generator).squeeze(1)
        tokens = torch.cat([tokens, w.unsqueeze(1)], dim=1)
    return tokens
