NAME = "contributions.whole_output_each"
SAYS = "Every head is given the whole output of the layer."
HINT = "Add up your contributions: the sum should be forward(x), not a multiple of it."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        return self.forward(x).unsqueeze(-3).repeat_interleave(self.n_heads, dim=-3)
