NAME = "mha.one_head_reused"
SAYS = "One head's output is laid side by side h times; the others are never used."
HINT = "Print what each head found before W^O. Are they all the same?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads[..., :1, :, :].expand_as(heads)))
