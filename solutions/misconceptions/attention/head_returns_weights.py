NAME = "head.returns_weights"
SAYS = "forward returns the weights instead of the output."
HINT = "What is the shape of your result when n and d_head differ? Which part of the pair comes first?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))[1]
