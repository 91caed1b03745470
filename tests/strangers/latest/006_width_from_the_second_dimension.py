# mistake: Q.size(1) is d_k for one sequence only; in a batch it is n.
# tasks: 1.2
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = q.size(1)
    scores = torch.matmul(q, k.transpose(-2, -1))
    scores = scores / math.sqrt(d_k)
    return scores
