# mistake: The heads are laid side by side and returned; W_o is never applied.
# tasks: 2.2
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], x.device)
        q, k, v = [split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v)]
        z, _ = attend(q, k, v, mask)
        return merge_heads(z)
