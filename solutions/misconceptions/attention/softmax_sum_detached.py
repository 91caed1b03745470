NAME = "softmax.sum_detached"
SAYS = "The sum is treated as a constant in the gradient."
HINT = (
    "Every score of a row changes every weight of it, through the sum. Which part of your fraction is cut off "
    "from the gradient?"
)
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True).detach())
    return exps / exps.sum(dim=-1, keepdim=True).detach()
