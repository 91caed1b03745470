NAME = "ones.keys_alike"
SAYS = "Zeros and ones get the same key, so no query can tell them apart."
HINT = "Work out E(W^K)ᵀ for a 0 and for a 1. Do the two differ?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.ones(2, 2)
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), W_k
