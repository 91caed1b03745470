NAME = "scores.loop_over_queries"
SAYS = "One query at a time, stacked."
MODULE = "attention"


def attention_scores(q, k):
    d_k = k.shape[-1]
    rows = [(q[..., i : i + 1, :] * k).sum(dim=-1) / d_k**0.5 for i in range(q.shape[-2])]
    return torch.stack(rows, dim=-2)
