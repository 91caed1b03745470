# mistake: After the split, dimension 1 of q is the heads (in a batch), so the mask is h × h.
# after: nanoGPT's "T = x.size(1)", moved below the split
# tasks: 2.2
# says: What is q's shape once the heads are split, and which of its dimensions counts the tokens?
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        n_tokens = q.shape[1]
        z, _ = attend(q, k, v, causal_mask(n_tokens, x.device))
        return self.W_o(merge_heads(z))
