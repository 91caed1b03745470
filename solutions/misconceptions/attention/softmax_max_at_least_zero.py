NAME = "softmax.max_at_least_zero"
SAYS = "The largest score of a row is taken for 0 where it is below 0, so rows of low scores vanish."
HINT = "Take a row of scores near −1000. Which number do you take from each?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True).clamp(min=0.0))
    return exps / exps.sum(dim=-1, keepdim=True)
