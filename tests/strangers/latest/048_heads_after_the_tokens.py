# mistake: Dim=-2 puts the heads behind the tokens; they belong in front of them.
# tasks: 2.3
# line: multihead.py:52

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        size = Q.shape[-1] // self.n_heads
        mask = causal_mask(x.shape[-2], x.device)
        written = []
        for start in range(0, Q.shape[-1], size):
            stop = start + size
            z, _ = attend(Q[..., start:stop], K[..., start:stop], V[..., start:stop], mask)
            written.append(z @ self.W_o.weight[:, start:stop].T)
        return torch.stack(written, dim=-2)
