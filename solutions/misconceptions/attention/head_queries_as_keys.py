NAME = "head.queries_as_keys"
SAYS = "The keys are made with W_q instead of W_k."
HINT = "Which of the three projections does your forward never use? Its gradient would be missing."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_q(x), self.W_v(x), mask)[0]
