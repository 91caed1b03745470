NAME = "softmax.clamped"
SAYS = "Scores are clamped to a range before the exponential, so large ones all become equal."
HINT = "Take a row with the scores 1000 and 1003. Should their weights be equal? What becomes of −∞?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores.clamp(-50.0, 50.0))
    return exps / exps.sum(dim=-1, keepdim=True)
