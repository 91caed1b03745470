# mistake: The scores of each head are divided by the root of the model's width d; each head must scale by the root of its own width d/h.
# tasks: 2.2
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        n, d = x.shape[-2:]
        Q = split_heads(self.W_q(x), self.n_heads)
        K = split_heads(self.W_k(x), self.n_heads)
        V = split_heads(self.W_v(x), self.n_heads)
        scores = torch.einsum("...id,...jd->...ij", Q, K) / d**0.5
        hidden = ~causal_mask(n, x.device)
        scores = scores.masked_fill(hidden, float("-inf"))
        Z = torch.softmax(scores, dim=-1) @ V
        return self.W_o(merge_heads(Z))
