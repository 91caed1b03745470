# mistake: The future is set to zero only after a softmax over all tokens, so the weights of what is left do not sum to 1; the softmax must go over j <= i alone.
# tasks: 1.1
# line: attention.py:11, 12

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.size(-2)
    similarity = torch.einsum("...id,...jd->...ij", x, x)
    may_see = torch.ones(n, n, device=x.device, dtype=x.dtype).tril()
    alpha = torch.softmax(similarity, dim=-1)
    alpha = alpha * may_see
    return alpha @ x
