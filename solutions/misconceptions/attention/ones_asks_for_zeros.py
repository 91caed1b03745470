NAME = "ones.asks_for_zeros"
SAYS = "Every token asks for a 0, so the attention goes to the zeros."
HINT = "Which of the two one-hot vectors stands for a 1? Compare it with your query."
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return torch.tensor([[1.0, 1.0], [0.0, 0.0]]), W_k
