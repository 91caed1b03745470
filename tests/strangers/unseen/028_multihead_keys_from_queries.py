# mistake: The keys are projected from the queries instead of from x.
# after: wrong variable: a chain where three parallel lines belong
# tasks: 2.2
# line: multihead.py:162

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = self.W_q(x)
        k = self.W_k(q)
        v = self.W_v(x)
        q, k, v = (split_heads(t, self.n_heads) for t in (q, k, v))
        mask = causal_mask(x.shape[-2], device=x.device)
        output, weights = attend(q, k, v, mask)
        output = merge_heads(output)
        return self.W_o(output)
