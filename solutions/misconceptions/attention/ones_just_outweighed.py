NAME = "ones.just_outweighed"
SAYS = "The 1 weighs as much as all the zeros together, which gives it only half of the attention."
HINT = "If e^score equals the number of zeros, what share does the 1 get? You need 0.999."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.sqrt(2) * math.log(length) * torch.eye(2)
