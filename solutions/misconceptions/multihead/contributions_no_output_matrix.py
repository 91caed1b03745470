NAME = "contributions.no_output_matrix"
SAYS = "The heads are returned as they are, before W^O."
HINT = "What a head writes has the width of the stream, d. How wide is your result?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]
