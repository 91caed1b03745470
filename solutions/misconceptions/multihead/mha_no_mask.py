NAME = "mha.no_mask"
SAYS = "The heads look at the future: there is no causal mask."
HINT = "Change the last token of x. Which rows of the output may change?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v)[0]))
