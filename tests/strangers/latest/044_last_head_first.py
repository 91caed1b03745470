# mistake: Insert(0, ...) lays the heads side by side in reverse order.
# tasks: 2.2
# line: multihead.py:42

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        width = Q.shape[-1] // self.n_heads
        mask = causal_mask(x.shape[-2], x.device)
        found = []
        for c in range(self.n_heads):
            chunk = slice(c * width, (c + 1) * width)
            z, _ = attend(Q[..., chunk], K[..., chunk], V[..., chunk], mask)
            found.insert(0, z)
        return self.W_o(torch.cat(found, dim=-1))
