NAME = "ones.zeros_pushed_away"
SAYS = "Zeros get a key that points away from the query; integers will do."
MODULE = "attention"


def find_ones_weights(length):
    boost = 20 + length.bit_length()
    return torch.tensor([[-1, -1], [1, 1]]), torch.tensor([[boost, 0], [0, boost]])
