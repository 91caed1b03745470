NAME = "mha.keys_as_values"
SAYS = "The values are made with W_k instead of W_v."
HINT = "Which of the four projections does your forward never use?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_k))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))
