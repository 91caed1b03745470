NAME = "contributions.not_causal"
SAYS = "The contributions are computed without the causal mask."
HINT = "Their sum has to be forward(x), which is causal. Does the first token's row depend on later ones?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v)
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
