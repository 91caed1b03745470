NAME = "softmax.logarithm"
SAYS = "The logarithm of the weights is returned instead of the weights."
HINT = "Weights lie between 0 and 1. Where do yours lie?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    shifted = scores - scores.amax(dim=-1, keepdim=True)
    return shifted - torch.exp(shifted).sum(dim=-1, keepdim=True).log()
