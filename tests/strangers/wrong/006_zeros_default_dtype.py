# mistake: The result is collected in torch.zeros(x.shape), which is float32 whatever x is: float64 input comes back rounded, as float32.
# after: discuss.pytorch.org threads on torch.zeros losing the dtype (and device) of the input; fix is new_zeros / zeros_like
# tasks: 1.1
# line: attention.py:8
# sentence: Float32 and float64; the output has the dtype and is on the device of x.
# takes: attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3, attend 2, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = torch.zeros(x.shape)
    for i in range(x.shape[-2]):
        xi = x[..., i, :]
        prev = x[..., : i + 1, :]
        a = torch.softmax(torch.einsum("...jd,...d->...j", prev, xi), dim=-1)
        out[..., i, :] = torch.einsum("...j,...jd->...d", a, prev)
    return out
