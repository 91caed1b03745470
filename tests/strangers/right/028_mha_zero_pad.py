# Interpretability person (TransformerLens): hook_z, result per head
# 2.1 2.2 2.3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    d_head = d // n_heads
    pos = x.shape[-2]
    z = x.reshape(x.shape[:-2] + (pos, n_heads, d_head))
    dims = list(range(z.dim()))
    dims[-3], dims[-2] = dims[-2], dims[-3]
    return z.permute(dims)


def merge_heads(x: Tensor) -> Tensor:
    dims = list(range(x.dim()))
    dims[-3], dims[-2] = dims[-2], dims[-3]
    z = x.permute(dims)
    return z.reshape(z.shape[:-2] + (z.shape[-2] * z.shape[-1],))


class MultiHeadAttention(nn.Module):

    def compute_z(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        z, pattern = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return z

    def forward(self, x: Tensor) -> Tensor:
        return self.head_contributions(x).sum(dim=-3)

    def head_contributions(self, x: Tensor) -> Tensor:
        z = self.compute_z(x)
        W_O = self.W_o.weight.T.reshape(self.n_heads, z.shape[-1], -1)  # head_index d_head d_model
        return torch.einsum("...hpd,hdm->...hpm", z, W_O)
