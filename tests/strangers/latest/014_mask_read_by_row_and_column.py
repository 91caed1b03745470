# mistake: Mask[i, j] reads a mask of two dimensions only; a mask for each sequence (B, 1, n, m) is not read so.
# tasks: 1.3
# line: attention.py:37

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    n, m = scores.shape[-2:]
    out = scores.clone()
    for i in range(n):
        for j in range(m):
            if not mask[i, j]:
                out[..., i, j] = -math.inf
    return out
