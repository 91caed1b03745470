# mistake: Each round of the loop writes into the same columns: the width is not multiplied by c.
# after: index arithmetic in an in-place loop
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        d_k = x.size(-1) // h
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.size(-2), device=x.device)
        merged = torch.zeros_like(x)
        for c in range(h):
            cols = slice(c * d_k, (c + 1) * d_k)
            head, _ = attend(Q[..., cols], K[..., cols], V[..., cols], mask)
            merged[..., :d_k] = head
        return self.W_o(merged)
