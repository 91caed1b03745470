NAME = "mha.looks_forward"
SAYS = "The mask is transposed, so every token sees itself and the future."
HINT = "Change the last token of x: which rows of the output may change? In the mask rows are queries."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        mask = causal_mask(x.shape[-2], device=x.device).transpose(-2, -1)
        return self.W_o(merge_heads(attend(q, k, v, mask)[0]))
