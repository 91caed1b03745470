NAME = "mha.reshaped_both_ways"
SAYS = "The heads are cut and merged by reshapes alone here, so each head gets pieces of several tokens."
HINT = "A reshape to the final shape moves nothing. Which numbers does head 0 of the second token get?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (W(x).reshape(*x.shape[:-2], self.n_heads, x.shape[-2], -1) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].reshape(x.shape))
