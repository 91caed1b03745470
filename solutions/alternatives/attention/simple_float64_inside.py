NAME = "simple.float64_inside"
SAYS = "Computed in float64, with −1e4 added to the future's scores."
MODULE = "attention"


def simple_attention(x):
    y = x.double()
    n = x.shape[-2]
    scores = y @ y.mT
    scores = scores - 1e4 * torch.ones(n, n, dtype=torch.float64, device=x.device).triu(1)
    return (scores.softmax(dim=-1) @ y).to(x.dtype)
