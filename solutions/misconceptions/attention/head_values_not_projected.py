NAME = "head.values_not_projected"
SAYS = "x itself is added up instead of its values."
HINT = "What is the last width of your output: d_head or d_model? Which projection turns x into values?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), x, mask)[0]
