NAME = "softmax.one_max_for_all"
SAYS = "The largest score of the whole tensor is subtracted from every row, so rows far below it vanish."
HINT = (
    "Take one row near 1000 and one near −1000. What is left of the second, after your subtraction and the exponential?"
)
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.max())
    return exps / exps.sum(dim=-1, keepdim=True)
