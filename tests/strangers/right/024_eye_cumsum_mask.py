# Puzzle lover (Srush's tensor puzzles): only arange, where, @ and broadcasting
# 1.1 1.2 1.3 1.5

# ===== attention.py =====


def arange(n, like):
    return torch.arange(n, device=like.device)


def simple_attention(x: Tensor) -> Tensor:
    i = arange(x.shape[-2], x)
    dots = (x[..., :, None, :] * x[..., None, :, :]).sum(-1)
    dots = torch.where(i[None, :] <= i[:, None], dots, float("-inf"))
    e = torch.exp(dots - dots.amax(-1)[..., None])
    return (e @ x) / e.sum(-1)[..., None]


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return (q[..., :, None, :] * k[..., None, :, :]).sum(-1) / k.shape[-1] ** 0.5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    # a one that was switched on stays on
    return torch.eye(n, dtype=torch.int64, device=device).cumsum(0) == 1


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, torch.tensor(float("-inf"), dtype=scores.dtype, device=scores.device))


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return (weights[..., None] * v[..., None, :, :]).sum(-2)


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
