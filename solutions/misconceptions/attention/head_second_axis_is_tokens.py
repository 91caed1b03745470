NAME = "head.second_axis_is_tokens"
SAYS = "The mask takes its size from dimension 1, which is the tokens only with exactly one leading dimension."
HINT = "Counted from the end, which dimension holds the tokens, however many come before?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[1], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
