NAME = "ones.no_booster"
SAYS = "Every token asks for a 1, but nothing makes a 1 loud enough: W^K = I."
HINT = "A 1 scores 1/√2 and a 0 scores 0. What share does a single 1 among many zeros get?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.eye(2)
