# mistake: Every head takes the values of head 0.
# tasks: 2.2
# line: multihead.py:42

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        n = x.shape[-2]
        mask = causal_mask(n, x.device)
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        found = []
        for c in range(self.n_heads):
            z, _ = attend(q[..., c, :, :], k[..., c, :, :], v[..., 0, :, :], mask)
            found.append(z)
        return self.W_o(torch.cat(found, dim=-1))
