# mistake: Queries and keys are both divided by the root of d_k, so the scores are divided by d_k in all; the task asks for the root once.
# tasks: 1.2
# line: attention.py:24, 25

# ===== attention.py =====


def scale_down(t):
    return t / math.sqrt(t.shape[-1])


def attention_scores(q, k):
    q_scaled = scale_down(q)
    k_scaled = scale_down(k)
    k_t = k_scaled.transpose(-2, -1)
    return torch.matmul(q_scaled, k_t)
