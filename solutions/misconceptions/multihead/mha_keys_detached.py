NAME = "mha.keys_detached"
SAYS = "The keys are made without gradients, so W_k is never trained."
HINT = "Which of the four projections has no gradient after .backward()?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k.detach(), v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))
