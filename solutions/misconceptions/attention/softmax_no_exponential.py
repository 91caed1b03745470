NAME = "softmax.no_exponential"
SAYS = "The scores are divided by their sum, without the exponential."
HINT = "Can one of your weights be negative? Compare with the equation in the stub."
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    return scores / scores.sum(dim=-1, keepdim=True)
