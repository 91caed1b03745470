NAME = "ones.one_boost_for_all"
SAYS = "One boost for all: 40 is enough for any row of up to 100,000 bits."
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, 40.0]])
