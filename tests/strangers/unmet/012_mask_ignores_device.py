# mistake: The argument device is ignored: the mask is always made on the default device. It has to be made on `device`.
# tasks: 1.3
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n: int, device=None) -> Tensor:
    everything = torch.ones((n, n), dtype=torch.int64)
    lower_triangle = torch.tril(everything)
    may_see = lower_triangle == 1
    return may_see
