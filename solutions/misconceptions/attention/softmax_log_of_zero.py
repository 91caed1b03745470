NAME = "softmax.log_of_zero"
SAYS = (
    "Beside a score of −∞ the gradients are NaN though the weights are numbers, for instance because a weight of 0 "
    "goes through a logarithm."
)
HINT = "What is the slope of log at 0? Can you get the weights without taking their logarithm?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return torch.exp(torch.log(exps) - torch.log(exps.sum(dim=-1, keepdim=True)))
