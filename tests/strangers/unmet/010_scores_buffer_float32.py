# mistake: The table of scores is made in PyTorch's default dtype, so float64 queries give float32 scores. The result must have the dtype that goes in.
# tasks: 1.2
# line: attention.py:23

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    n = q.shape[-2]
    m = k.shape[-2]
    d_k = q.shape[-1]
    scores = torch.zeros(q.shape[:-2] + (n, m), device=q.device)
    for i in range(n):
        for j in range(m):
            dot = (q[..., i, :] * k[..., j, :]).sum(dim=-1)
            scores[..., i, j] = dot / math.sqrt(d_k)
    return scores
