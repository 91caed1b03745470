NAME = "mha.queries_and_keys_swapped"
SAYS = "W_q makes the keys and W_k the queries."
HINT = "Which token asks in row i, and with which matrix? The order of the arguments of attend matters."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_k, self.W_q, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))
