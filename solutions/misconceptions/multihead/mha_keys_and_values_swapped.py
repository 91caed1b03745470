NAME = "mha.keys_and_values_swapped"
SAYS = "Keys and values change places: the scores compare queries with values, and the keys are added up."
HINT = "In which order does attend take its three tensors?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, v, k, causal_mask(x.shape[-2], device=x.device))[0]))
