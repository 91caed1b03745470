NAME = "softmax.largest_visible"
SAYS = "The largest finite score is taken off, and −∞ gets its 0 apart."
MODULE = "attention"


def softmax(scores):
    hidden = scores == -math.inf
    top = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).amax(dim=-1, keepdim=True).detach()
    exps = torch.where(hidden, torch.zeros_like(scores), torch.exp(scores - top))
    return exps / exps.sum(dim=-1, keepdim=True)
