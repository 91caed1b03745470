NAME = "softmax.max_is_a_pair"
SAYS = "max with a dimension gives a pair, the largest scores and their places; the pair is subtracted."
HINT = "Print what max gives you with dim=-1. Which of its two parts do you need?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
