NAME = "mha.squeezed"
SAYS = "A batch of one sequence loses its first dimension."
HINT = "Call the layer with one sequence in the batch, (1, n, d_model), and look at the shape."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads)).squeeze(0)
