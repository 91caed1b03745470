NAME = "softmax.gradient_through_the_max"
SAYS = "The maximum is not detached; its gradient cancels."
MODULE = "attention"


def softmax(scores):
    top, _ = scores.max(dim=-1, keepdim=True)
    exps = (scores - top).exp()
    return exps / exps.sum(-1, keepdim=True)
