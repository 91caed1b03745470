# Fused qkv: one matmul with concatenated weights, then unbind
# 2.1 2.2 2.3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.unflatten(-1, [n_heads, -1]).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(-2, -3).flatten(start_dim=-2)


class MultiHeadAttention(nn.Module):

    @property
    def qkv_weight(self):
        return torch.cat((self.W_q.weight, self.W_k.weight, self.W_v.weight))

    def attn(self, x):
        qkv = x @ self.qkv_weight.t()
        qkv = qkv.unflatten(-1, (3, self.n_heads, -1))  # ..., n, 3, h, hd
        q, k, v = (t.transpose(-2, -3) for t in qkv.unbind(-3))
        o, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return o

    def forward(self, x: Tensor) -> Tensor:
        return merge_heads(self.attn(x)) @ self.W_o.weight.t()

    def head_contributions(self, x: Tensor) -> Tensor:
        return self.attn(x) @ self.W_o.weight.t().unflatten(0, (self.n_heads, -1))
