# mistake: Dividing by d_k ** -0.5 multiplies by √d_k instead of dividing by it.
# after: minGPT / timm: "scale = head_dim ** -0.5", which is multiplied there
# tasks: 1.2
# says: What is the value of your scale for d_k = 4, and what happens to a number that you divide by it?
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    schaal = k.shape[-1] ** -0.5
    return torch.einsum("...id,...jd->...ij", q, k) / schaal
