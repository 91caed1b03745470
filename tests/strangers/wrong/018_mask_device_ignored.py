# mistake: `device` is never used: the mask is always made on the default device.
# after: the most frequent forum error of all: 'Expected all tensors to be on the same device' from a mask made inside forward
# tasks: 1.3
# line: attention.py:23
# sentence: The mask is made on `device`.
# takes: simple_attention 2, attention_scores 3, apply_mask 3, weighted_values 3, attend 2, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.ones(n, n).tril().bool()
    return mask
