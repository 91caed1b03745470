# Defensive programmer: clamps and finfo everywhere, torch.where for zeros
# 1.3 1.4 1.7

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    idx = torch.arange(n, device=device)
    return torch.le(idx.unsqueeze(0), idx.unsqueeze(1))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    fill = torch.tensor(torch.finfo(scores.dtype).min, dtype=scores.dtype, device=scores.device)
    return torch.where(mask, scores, fill)


def softmax(scores: Tensor) -> Tensor:
    lowest = torch.finfo(scores.dtype).min
    hidden = torch.isneginf(scores)
    safe = scores.clamp(min=lowest)
    top = safe.amax(dim=-1, keepdim=True)
    weights = (safe - top).exp()
    weights = torch.where(hidden, torch.zeros_like(weights), weights)
    total = weights.sum(dim=-1, keepdim=True).clamp(min=torch.finfo(scores.dtype).tiny)
    return weights / total


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    need = math.log(length * 1e8)
    each = math.sqrt(need * math.sqrt(2))  # share the boost between query and key
    W_q = torch.tensor([[0.0, 0.0], [each, each]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, each]])
    return W_q, W_k
