NAME = "softmax.sign_flipped"
SAYS = "The lowest score gets the largest weight: the sign in the exponent is reversed."
HINT = "Which entry of the lecture's example 0, 0, 1, 0 should weigh most?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores.amin(dim=-1, keepdim=True) - scores)
    return exps / exps.sum(dim=-1, keepdim=True)
