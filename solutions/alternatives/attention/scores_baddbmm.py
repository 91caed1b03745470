NAME = "scores.baddbmm"
SAYS = "Leading dimensions folded into one, then torch.baddbmm with its own scale."
MODULE = "attention"


def attention_scores(q, k):
    leading, n, m, d_k = q.shape[:-2], q.shape[-2], k.shape[-2], k.shape[-1]
    queries, keys = q.reshape(-1, n, d_k), k.reshape(-1, m, d_k)
    empty = torch.zeros(queries.shape[0], n, m, dtype=q.dtype, device=q.device)
    scores = torch.baddbmm(empty, queries, keys.transpose(1, 2), beta=0, alpha=1 / math.sqrt(d_k))
    return scores.reshape(*leading, n, m)
