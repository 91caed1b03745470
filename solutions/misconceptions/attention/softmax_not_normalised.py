NAME = "softmax.not_normalised"
SAYS = "The exponentials are not divided by their sum."
HINT = "Add up each row of the result. What is missing?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    return torch.exp(scores - scores.amax(dim=-1, keepdim=True))
