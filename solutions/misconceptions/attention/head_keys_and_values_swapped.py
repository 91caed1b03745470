NAME = "head.keys_and_values_swapped"
SAYS = "Keys and values change places: the scores compare queries with values, and the keys are added up."
HINT = "In which order does attend take its three tensors?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, v, k, causal_mask(x.shape[-2], device=x.device))[0]
