NAME = "ones.lecture_booster"
SAYS = "The lecture's booster of 10 is not enough: it leaves more than 0.001 to the zeros."
HINT = "The lecture reaches 0.99986 without the division by √2. How large is the score of a 1 after it?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 10.0 * torch.eye(2)
