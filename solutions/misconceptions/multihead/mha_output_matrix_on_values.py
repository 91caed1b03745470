NAME = "mha.output_matrix_on_values"
SAYS = "W^O is applied to the values, before the heads are cut, instead of to the merged heads."
HINT = "W^O comes last: it mixes what different heads found. What does it mix in your order?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(part, self.n_heads) for part in (self.W_q(x), self.W_k(x), self.W_o(self.W_v(x))))
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0])
