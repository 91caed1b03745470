NAME = "head.keys_as_values"
SAYS = "The values are made with W_k instead of W_v."
HINT = "Which of the three projections does your forward never use? Its gradient would be missing."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_k(x), mask)[0]
