# Each side is divided by the fourth root of the width.
# 1.2

# ===== attention.py =====


def attention_scores(q, k):
    fourth = q.shape[-1] ** 0.25
    return torch.einsum("...nd,...md->...nm", q / fourth, k / fourth)
