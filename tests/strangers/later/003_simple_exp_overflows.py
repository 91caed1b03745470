# mistake: The softmax is written out with a bare exp, which overflows to inf (and NaN) for scores of some hundreds.
# after: NumPy code of a lecture, porting
# tasks: 1.1
# says: What is e to the power of 300 in float32, and what is inf divided by inf?
# line: attention.py:11

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-1, -2)
    allowed = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
    e = torch.exp(scores) * allowed
    return (e / e.sum(dim=-1, keepdim=True)) @ x
