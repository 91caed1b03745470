NAME = "softmax.minus_mean"
SAYS = "The mean is subtracted instead of the largest score; with a −∞ in the row the mean is −∞ too."
HINT = "Work out your shift by hand for a row with one −∞ in it."
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.mean(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
