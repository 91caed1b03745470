NAME = "mha.first_heads_weights"
SAYS = "All heads use the first head's attention."
HINT = "Each head has queries and keys of its own. Do your heads differ in their weights?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        first = q[..., :1, :, :].expand_as(q), k[..., :1, :, :].expand_as(k)
        return self.W_o(merge_heads(attend(*first, v, causal_mask(x.shape[-2], device=x.device))[0]))
