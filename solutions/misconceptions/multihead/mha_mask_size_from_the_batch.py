NAME = "mha.mask_size_from_the_batch"
SAYS = "The mask takes its size from the first dimension, which is the tokens only without leading dimensions."
HINT = "Counted from the end, which dimension of x holds the tokens?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[0], device=x.device))[0]))
