# mistake: The vectors are brought to length 1 first, so the score is the cosine and not the dot product.
# tasks: 1.1
# line: attention.py:9

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    T = x.shape[-2]
    unit = x / x.norm(dim=-1, keepdim=True).clamp(min=1e-12)
    wei = unit @ unit.mT
    tril = torch.tril(torch.ones(T, T, device=x.device))
    wei = wei.masked_fill(tril == 0, float("-inf"))
    wei = torch.softmax(wei, dim=-1)
    return wei @ x
