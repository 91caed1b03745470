NAME = "simple.requires_grad"
SAYS = "A result that requires a gradient even when x does not."
MODULE = "attention"


def simple_attention(x):
    x = x.clone().requires_grad_()
    n = x.shape[-2]
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    return torch.softmax((x @ x.mT).masked_fill(future, -math.inf), dim=-1) @ x
