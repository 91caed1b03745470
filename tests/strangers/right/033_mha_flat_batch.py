# bmm era: heads folded into the batch dimension (B*h, n, d/h) before attend
# 2.1 2.2 2.3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.reshape(x.shape[:-1] + (n_heads, d // n_heads)).movedim(-2, -3).contiguous()


def merge_heads(x: Tensor) -> Tensor:
    return x.movedim(-3, -2).contiguous().flatten(-2)


class MultiHeadAttention(nn.Module):

    def attention_per_head(self, x):
        n, d = x.shape[-2:]
        h, dk = self.n_heads, d // self.n_heads
        fold = lambda t: split_heads(t, h).reshape(-1, n, dk)  # (B*h, n, dk)
        a, _ = attend(fold(self.W_q(x)), fold(self.W_k(x)), fold(self.W_v(x)), causal_mask(n, x.device))
        return a.reshape(*x.shape[:-2], h, n, dk)

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self.attention_per_head(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        a = self.attention_per_head(x)
        # big block matrix: a token's head outputs on a block diagonal, then W_o once
        h, n, dk = a.shape[-3:]
        eye = torch.eye(h, dtype=a.dtype, device=a.device)
        blocks = a.unsqueeze(-2) * eye[:, None, :, None]  # (..., h, n, h, dk)
        return self.W_o(blocks.flatten(-2))
