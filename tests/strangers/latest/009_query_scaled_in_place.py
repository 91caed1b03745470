# mistake: /= divides the caller's q in place.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # scaling q first is cheaper than scaling the n x m scores
    q /= k.shape[-1] ** 0.5
    return torch.matmul(q, torch.swapaxes(k, -1, -2))
