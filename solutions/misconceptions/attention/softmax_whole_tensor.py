NAME = "softmax.whole_tensor"
SAYS = "All entries together sum to 1, instead of each row."
HINT = "Over which dimensions does your sum run? Each query has weights of its own."
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.max())
    return exps / exps.sum()
