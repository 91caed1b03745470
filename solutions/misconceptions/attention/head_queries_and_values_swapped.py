NAME = "head.queries_and_values_swapped"
SAYS = "Queries and values are swapped: the values ask, and the queries are added up."
HINT = "In which order does attend take its arguments?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_v(x), self.W_k(x), self.W_q(x), mask)[0]
