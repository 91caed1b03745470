# Performance-minded: flattens the leading dimensions, torch.baddbmm and torch.bmm
# 1.1 1.2 1.3 1.5 1.6

# ===== attention.py =====


def _flat(t):
    return t.reshape(-1, t.shape[-2], t.shape[-1])


def simple_attention(x: Tensor) -> Tensor:
    f = _flat(x)
    n = f.shape[1]
    bias = torch.zeros(n, n, dtype=x.dtype, device=x.device)
    bias = bias.masked_fill(torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
    att = torch.baddbmm(bias.expand(f.shape[0], n, n), f, f.transpose(1, 2))
    return torch.bmm(att.softmax(-1), f).view(x.shape)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    qf, kf = _flat(q), _flat(k)
    dummy = q.new_empty(qf.shape[0], qf.shape[1], kf.shape[1])
    out = torch.baddbmm(dummy, qf, kf.transpose(1, 2), beta=0, alpha=1.0 / math.sqrt(q.shape[-1]))
    return out.view(*q.shape[:-1], k.shape[-2])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.empty(n, n, dtype=torch.bool, device=device).fill_(True)
    return mask.tril_()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    bias = torch.zeros_like(mask, dtype=scores.dtype).masked_fill_(~mask, float("-inf"))
    return scores + bias


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    out = torch.bmm(_flat(weights), _flat(v))
    return out.view(*weights.shape[:-1], v.shape[-1])


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        # one big GEMM for q, k and v
        w = torch.cat([self.W_q.weight, self.W_k.weight, self.W_v.weight], dim=0)
        q, k, v = nn.functional.linear(x, w).chunk(3, dim=-1)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
