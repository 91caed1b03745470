NAME = "contributions.summed"
SAYS = "The contributions are added up already; one entry for each head is asked for."
HINT = "How many dimensions does x have, and how many should the result have?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        return self.forward(x)
