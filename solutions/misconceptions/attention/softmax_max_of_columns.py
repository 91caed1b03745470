NAME = "softmax.max_of_columns"
SAYS = "The maximum is taken over the wrong dimension, so the entries of a row are shifted by different amounts."
HINT = "The shift cancels only if it is the same for all scores that are divided by the same sum. Is it?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=0, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
