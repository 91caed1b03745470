# mistake: The heads are multiplied by W_o.weight itself instead of its transpose.
# after: numpy code and the paper's "Concat(heads) W^O"
# tasks: 2.2
# says: How does nn.Linear use its weight, x W or x Wᵀ, and which of them did you write by hand?
# line: multihead.py:42

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], x.device)
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        d_h = Q.shape[-1] // self.n_heads
        Z = []
        for c in range(self.n_heads):
            part = slice(c * d_h, (c + 1) * d_h)
            Z.append(attend(Q[..., part], K[..., part], V[..., part], mask)[0])
        return torch.cat(Z, dim=-1) @ self.W_o.weight
