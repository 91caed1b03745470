NAME = "mha.returns_pair"
SAYS = "forward returns the weights too; it should return the output alone."
HINT = "What does the stub say under Returns?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, weights = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads)), weights
