NAME = "mha.mean_of_heads"
SAYS = "The heads are averaged and repeated, instead of laid side by side."
HINT = "What distinguishes head 0 from head 1 by the time W^O is applied?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads.mean(dim=-3, keepdim=True).expand_as(heads)))
