NAME = "ones.infinite"
SAYS = "An entry is infinite, and infinity times 0 is NaN."
HINT = "The score of a 1 has to be large, not infinite. What does one row of E times your matrix give?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, math.inf]])
