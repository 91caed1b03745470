NAME = "softmax.max_at_least_zero"
SAYS = "Where the largest score of a row is below 0, 0 is used in its place, so rows of low scores vanish."
HINT = "Take a row of scores near −1000. Which number do you subtract from each?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True).clamp(min=0.0))
    return exps / exps.sum(dim=-1, keepdim=True)
