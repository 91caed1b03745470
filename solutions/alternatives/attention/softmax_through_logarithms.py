NAME = "softmax.through_logarithms"
SAYS = "The logarithm of the sum is taken off the scores, by hand."
MODULE = "attention"


def softmax(scores):
    top = scores.amax(dim=-1, keepdim=True)
    log_sum = top + (scores - top).exp().sum(dim=-1, keepdim=True).log()
    return (scores - log_sum).exp()
