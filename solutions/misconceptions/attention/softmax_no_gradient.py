NAME = "softmax.no_gradient"
SAYS = "The weights are right, but no gradient flows back to the scores."
HINT = "Is something computed where PyTorch does not keep track? The shift may be detached; the scores may not."
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    with torch.no_grad():
        exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
        return exps / exps.sum(dim=-1, keepdim=True)
