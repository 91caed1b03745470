NAME = "softmax.infinity_replaced"
SAYS = "A score of −∞ is replaced by 0, so a hidden key gets the weight of a score of 0."
HINT = "What is e to the −∞? Is there anything to repair?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    finite = scores.masked_fill(scores == -math.inf, 0.0)
    exps = torch.exp(finite - finite.amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
