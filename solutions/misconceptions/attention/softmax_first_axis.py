NAME = "softmax.first_axis"
SAYS = "The softmax runs over the first dimension instead of the last."
HINT = "Add up a row of your weights, then a column. Which of the two should be 1?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=0, keepdim=True))
    return exps / exps.sum(dim=0, keepdim=True)
