NAME = "mha.one_batch_axis_only"
SAYS = "Exactly one leading dimension is expected; without one, or with two, it fails."
HINT = "Try an x of shape (n, d_model). Which of your lines names every dimension?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        B, n, d = x.shape
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(n, device=x.device))[0]).view(B, n, d))
