NAME = "mha.heads_reversed"
SAYS = "The heads are laid side by side in reverse order, the last one first."
HINT = "Which features of W^O does head 0 meet?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].flip(-3)))
