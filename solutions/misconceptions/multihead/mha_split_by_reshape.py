NAME = "mha.split_by_reshape"
SAYS = "The heads are cut by a reshape alone here, which mixes up the tokens."
HINT = "You have split_heads for this. What does it do besides the reshape?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        *leading, n, d = x.shape
        shape = (*leading, self.n_heads, n, d // self.n_heads)
        q, k, v = self.W_q(x).reshape(shape), self.W_k(x).reshape(shape), self.W_v(x).reshape(shape)
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(n, device=x.device))[0]))
