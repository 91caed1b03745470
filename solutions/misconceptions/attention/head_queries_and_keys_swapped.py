NAME = "head.queries_and_keys_swapped"
SAYS = "W_q makes the keys and W_k the queries."
HINT = "Which token asks in row i, and with which matrix? The order of the arguments of attend matters."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_k(x), self.W_q(x), self.W_v(x), mask)[0]
