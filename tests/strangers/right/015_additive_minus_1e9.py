# Blog post: (1 - mask) * -1e9 additive mask
# 1.1 1.3 1.6

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    seq_len = x.shape[-2]
    mask = torch.tril(torch.ones(seq_len, seq_len, dtype=x.dtype, device=x.device))
    scores = torch.matmul(x, x.transpose(-1, -2))
    scores = scores + (1.0 - mask) * -1e9
    attn = torch.nn.functional.softmax(scores, dim=-1)
    return torch.matmul(attn, x)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + (1.0 - mask.to(scores.dtype)) * -1e9


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)
    attn = softmax(apply_mask(attention_scores(q, k), mask))
    context = weighted_values(attn, v)
    return context, attn


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        seq_len = x.shape[-2]
        mask = causal_mask(seq_len, x.device)
        context, attn = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return context


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
