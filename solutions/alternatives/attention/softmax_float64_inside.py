NAME = "softmax.float64_inside"
SAYS = "Computed in float64 and cast back."
MODULE = "attention"


def softmax(scores):
    wide = scores.double()
    exps = torch.exp(wide - wide.max(dim=-1, keepdim=True).values)
    return (exps / exps.sum(dim=-1, keepdim=True)).to(scores.dtype)
