# FlashAttention reader: running max, running sum, one key at a time
# 1.1 1.4 1.5

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = []
    for i in range(n):
        xi = x[..., i, :]
        m = (xi * x[..., 0, :]).sum(-1, keepdim=True)
        l = torch.ones_like(m)
        acc = x[..., 0, :]
        for j in range(1, i + 1):
            s = (xi * x[..., j, :]).sum(-1, keepdim=True)
            m_new = torch.maximum(m, s)
            corr = torch.exp(m - m_new)
            p = torch.exp(s - m_new)
            l = l * corr + p
            acc = acc * corr + p * x[..., j, :]
            m = m_new
        rows.append(acc / l)
    return torch.stack(rows, dim=-2)


def softmax(scores: Tensor) -> Tensor:
    # one pass for max and denominator (Milakov & Gimelshein), second pass normalises
    m = torch.full_like(scores[..., :1], torch.finfo(scores.dtype).min)
    l = torch.zeros_like(m)
    for s in scores.detach().split(1, dim=-1):
        m_new = torch.maximum(m, s)
        l = l * torch.exp(m - m_new) + torch.exp(s - m_new)
        m = m_new
    p = torch.exp(scores - m)
    return p / p.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    out = weights[..., 0:1] * v[..., 0:1, :]
    for j in range(1, v.shape[-2]):
        out = out + weights[..., j:j + 1] * v[..., j:j + 1, :]
    return out


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
