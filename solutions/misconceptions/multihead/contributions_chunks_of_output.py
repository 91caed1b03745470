NAME = "contributions.chunks_of_output"
SAYS = "The finished output is cut into chunks of width d/h; each head writes at full width."
HINT = "A chunk of the output is written by all heads together. At which point are the heads still apart?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        return split_heads(self.forward(x), self.n_heads)
