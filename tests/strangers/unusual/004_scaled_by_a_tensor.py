# both sides share the scaling: the fourth root of d_k for each
# 1.2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    root = torch.tensor(float(k.shape[-1]), dtype=q.dtype, device=q.device).sqrt().sqrt()
    return torch.matmul(q / root, (k / root).transpose(-1, -2))
