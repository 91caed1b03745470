NAME = "ones.boost_is_the_length"
SAYS = "The boost is the length itself: far more than long rows need, and too little for short ones."
HINT = "Put length = 4 into your formula and work out the share of the 1."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), float(length) * torch.eye(2)
