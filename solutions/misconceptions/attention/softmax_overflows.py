NAME = "softmax.overflows"
SAYS = "Large scores overflow: the largest of a row is not subtracted from them before the exponential."
HINT = "What is e^1000 in floating point? The hint in the stub says what you may subtract from a row."
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores)
    return exps / exps.sum(dim=-1, keepdim=True)
