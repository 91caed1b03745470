# mistake: The values are made with W_k; W_v is never used and gets no gradient.
# after: copy-paste slips in code review
# tasks: 2.2
# line: multihead.py:30
# sentence: The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
# takes: split_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        projections = {"q": self.W_q, "k": self.W_k, "v": self.W_k}
        q, k, v = (split_heads(W(x), self.n_heads) for W in projections.values())
        heads, _ = attend(q, k, v, causal_mask(x.size(-2), device=x.device))
        return self.W_o(merge_heads(heads))
