# StackOverflow answer: tril_indices mask, softmax over sorted scores
# 1.3 1.4

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    rows, cols = torch.tril_indices(n, n, device=device)
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    mask[rows, cols] = True
    return mask


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask.logical_not().expand(scores.shape), -torch.inf)


def softmax(scores: Tensor) -> Tensor:
    ordered = torch.sort(scores, dim=-1, descending=True).values
    numer = torch.exp(scores - ordered[..., :1])
    denom = torch.exp(ordered - ordered[..., :1]).cumsum(dim=-1)[..., -1:]
    return numer / denom


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
