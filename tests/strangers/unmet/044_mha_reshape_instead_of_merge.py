# mistake: The heads are reshaped to the shape of x without being moved behind the tokens, which mixes up tokens and heads. The heads of each token have to lie side by side.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        per_head, _ = attend(q, k, v, mask)
        side_by_side = per_head.reshape(x.shape)
        return self.W_o(side_by_side)
