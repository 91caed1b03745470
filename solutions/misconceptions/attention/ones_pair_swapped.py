NAME = "ones.pair_swapped"
SAYS = "W_q and W_k come in the wrong order."
HINT = "What does the stub say about the order of the pair? With yours, all keys are alike."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return W_k, torch.tensor([[0.0, 0.0], [1.0, 1.0]])
