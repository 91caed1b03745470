# mistake: The values are cut from x itself: W_v is never used.
# after: a projection left out on one of three like lines
# tasks: 2.2
# line: multihead.py:164

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        Q = split_heads(self.W_q(x), h)
        K = split_heads(self.W_k(x), h)
        V = split_heads(x, h)
        allowed = causal_mask(x.shape[-2], device=x.device)
        A, _ = attend(Q, K, V, allowed)
        return self.W_o(merge_heads(A))
