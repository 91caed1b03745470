NAME = "head.adds_x"
SAYS = "x is added to the output. The residual connection comes later, in part 3."
HINT = "Compare your last line with the equation in the stub. What would happen when d_head and d_model differ?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return x + attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
