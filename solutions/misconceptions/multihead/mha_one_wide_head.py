NAME = "mha.one_wide_head"
SAYS = "All of the width is used as one head; n_heads changes nothing."
HINT = "Does your output change with n_heads? Where are Q, K and V cut?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        heads, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))
        return self.W_o(heads)
