NAME = "mha.merged_by_reshape"
SAYS = "The heads are merged by a reshape alone here, which mixes up the tokens."
HINT = "You have merge_heads for this. What does it do before the reshape?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(heads.reshape(x.shape))
