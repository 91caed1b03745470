# mistake: The rows are read from the output that is being filled, so later tokens see vectors that are mixed already. The task asks for the x_j themselves.
# tasks: 1.1
# line: attention.py:8, 11

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    result = x.clone()
    for i in range(x.shape[-2]):
        me = x[..., i, :]
        visible = result[..., : i + 1, :].clone()
        similarity = torch.einsum("...d,...jd->...j", me, visible)
        alpha = similarity.softmax(-1)
        result[..., i, :] = torch.einsum("...j,...jd->...d", alpha, visible)
    return result
