NAME = "softmax.sum_loses_its_axis"
SAYS = "The sum drops its dimension, so it lines up with columns instead of rows, or fits nowhere."
HINT = "Print the shape of your sum beside the shape of what it divides. How does PyTorch line them up?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1)
