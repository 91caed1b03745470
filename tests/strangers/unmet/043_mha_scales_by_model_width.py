# mistake: The scores are divided by the root of the whole model's width. Each head has to scale by √(d/h), its own width.
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        d_model = x.shape[-1]
        Q, K, V = [split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v)]
        scores = torch.einsum("...id,...jd->...ij", Q, K)
        scores = scores / d_model**0.5
        visible = causal_mask(x.shape[-2], x.device)
        scores = scores.masked_fill(~visible, float("-inf"))
        A = torch.softmax(scores, dim=-1)
        Z = torch.einsum("...ij,...jd->...id", A, V)
        return self.W_o(merge_heads(Z))
