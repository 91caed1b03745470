# mistake: The mask is made but only the first head gets it, the others see the future; every head must be causal.
# tasks: 2.2
# line: multihead.py:40, 42

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], x.device)
        outputs = []
        for c in range(self.n_heads):
            out, _ = attend(q[..., c, :, :], k[..., c, :, :], v[..., c, :, :], mask)
            outputs.append(out)
            mask = None
        return self.W_o(torch.cat(outputs, dim=-1))
