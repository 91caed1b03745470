# mistake: The scores are divided by the root of the number of queries.
# after: size(-2) typed for size(-1)
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====

def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    rows = []
    for i in range(q.shape[-2]):
        rows.append((q[..., i : i + 1, :] * k).sum(dim=-1))
    raw = torch.stack(rows, dim=-2)
    root = math.sqrt(q.shape[-2])
    return raw / root
