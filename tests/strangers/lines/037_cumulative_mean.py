# mistake: The past is averaged evenly with cumsum; similarity plays no part.
# after: bag-of-words averaging of Karpathy's lecture, left in
# tasks: 1.1
# line: attention.py:8

# ===== attention.py =====

def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    counts = torch.arange(1, n + 1, device=x.device, dtype=x.dtype)
    sums = torch.cumsum(x, dim=-2)
    return sums / counts[:, None]
