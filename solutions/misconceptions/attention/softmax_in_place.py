NAME = "softmax.in_place"
SAYS = "The weights are right, but the caller's scores are changed."
HINT = "Print the scores before and after the call. Which operator in your code writes into an existing tensor?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    scores -= scores.amax(dim=-1, keepdim=True)
    exps = torch.exp(scores)
    return exps / exps.sum(dim=-1, keepdim=True)
