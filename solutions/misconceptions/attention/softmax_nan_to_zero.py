NAME = "softmax.nan_to_zero"
SAYS = "Rows with large scores get no weight at all: what went wrong on the way is set to 0."
HINT = "Add up a row of weights for scores near 1000. Why did NaN come up there in the first place?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores)
    return torch.nan_to_num(exps / exps.sum(dim=-1, keepdim=True))
