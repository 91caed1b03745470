NAME = "mha.output_not_turned"
SAYS = "W^O is used without the transpose; the other three are right."
HINT = "nn.Linear computes x Wᵀ. How do you apply W_o, and how the others?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]) @ self.W_o.weight
