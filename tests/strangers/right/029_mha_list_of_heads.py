# Raschka's book first version: a Python list of single heads, concatenated
# 2.1 2.2 2.3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(torch.split(x, d // n_heads, dim=-1), dim=-3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat([x.select(-3, h) for h in range(x.size(-3))], dim=-1)


class MultiHeadAttention(nn.Module):

    def _single_heads(self, x):
        num_tokens = x.shape[-2]
        keys, queries, values = self.W_k(x), self.W_q(x), self.W_v(x)
        head_dim = x.shape[-1] // self.n_heads
        mask = causal_mask(num_tokens, x.device)
        context_vecs = []
        for q, k, v in zip(queries.split(head_dim, -1), keys.split(head_dim, -1), values.split(head_dim, -1)):
            context_vec, attn_weights = attend(q, k, v, mask)
            context_vecs.append(context_vec)
        return context_vecs

    def forward(self, x: Tensor) -> Tensor:
        context_vec = torch.cat(self._single_heads(x), dim=-1)
        return self.W_o(context_vec)  # optional projection

    def head_contributions(self, x: Tensor) -> Tensor:
        vecs = self._single_heads(x)
        full = []
        for i, vec in enumerate(vecs):
            padded = [torch.zeros_like(other) for other in vecs]
            padded[i] = vec
            full.append(self.W_o(torch.cat(padded, dim=-1)))
        return torch.stack(full, dim=-3)
