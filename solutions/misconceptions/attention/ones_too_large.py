NAME = "ones.too_large"
SAYS = "The ones are found, but by a boost in the hundreds; no entry may be larger than 50."
HINT = "How large must e^score be for the longest row? Take its logarithm, and mind the √2."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, 1000.0]])
