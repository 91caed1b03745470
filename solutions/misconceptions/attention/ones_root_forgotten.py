NAME = "ones.root_forgotten"
SAYS = "The division by √2 is not taken into account, so the boost is too small."
HINT = "Write down the score of a 1 as attend computes it. What happens to it between the dot product and the softmax?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.log(10_000 * length) * torch.eye(2)
