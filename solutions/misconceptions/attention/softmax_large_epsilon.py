NAME = "softmax.large_epsilon"
SAYS = "The number added to the sum for safety is so large that it changes the weights."
HINT = "Do your rows sum to 1? How small can the sum become, once the largest score has been subtracted?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exps / (exps.sum(dim=-1, keepdim=True) + 0.1)
