NAME = "mha.values_not_projected"
SAYS = "x itself is added up instead of its values: W_v is not used."
HINT = "Which of the four projections does your forward never use?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(part, self.n_heads) for part in (self.W_q(x), self.W_k(x), x))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))
