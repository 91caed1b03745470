NAME = "mha.float32_on_the_way"
SAYS = "Somewhere on the way the numbers become float32, whatever the dtype of x, and then meet float64 weights."
HINT = "Which tensors do you make anew, and in which dtype?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        together = torch.zeros(x.shape, device=x.device)
        together[...] = merge_heads(heads)
        return self.W_o(together)
