NAME = "ones.slide_without_booster"
SAYS = "The slide's W^Q with W^K = I: a 0 asks for nothing, and a 1 is hardly louder than a 0."
HINT = "Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. Then: how large must the score of a 1 be?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), torch.eye(2)
