NAME = "mha.attends_over_heads"
SAYS = "The heads of one token attend to each other, instead of the tokens within one head."
HINT = "attend takes the last two dimensions for tokens and features. Which are your last two?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (self.n_heads, -1)) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(attend(q, k, v, causal_mask(self.n_heads, device=x.device))[0].flatten(-2))
