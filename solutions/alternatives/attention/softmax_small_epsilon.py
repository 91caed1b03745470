NAME = "softmax.small_epsilon"
SAYS = "A harmless 1e-9 in the denominator."
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(-1, True))
    return exps / (exps.sum(-1, True) + 1e-9)
