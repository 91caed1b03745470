NAME = "ones.slide"
SAYS = "The slide's own answer: its W^Q lets a 0 ask for nothing, and its booster of 10 is too weak."
HINT = "Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. See the errata in the handout."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), 10.0 * torch.eye(2)
