NAME = "softmax.max_loses_its_axis"
SAYS = "The maximum drops its dimension, so it is subtracted from columns instead of rows, or fits nowhere."
HINT = "Print the shape of your maximum beside the shape of the scores. How does PyTorch line them up?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-1))
    return exps / exps.sum(dim=-1, keepdim=True)
