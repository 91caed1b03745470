NAME = "head.returns_pair"
SAYS = "forward returns the pair (output, weights); it should return the output alone."
HINT = "What does attend return, and what does the stub of forward ask for?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))
