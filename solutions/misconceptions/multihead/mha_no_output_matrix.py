NAME = "mha.no_output_matrix"
SAYS = "The output matrix W^O is missing."
HINT = "Which of the four projections does your forward never use? What mixes the heads' findings?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0])
