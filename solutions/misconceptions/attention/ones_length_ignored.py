NAME = "ones.length_ignored"
SAYS = "The boost is the same for every length, and long rows outvote it."
HINT = "In a row of 100,000 bits nearly 100,000 zeros stand against one 1. How large must e^score be?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 20.0 * torch.eye(2)
