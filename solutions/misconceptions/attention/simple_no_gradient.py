NAME = "simple.no_gradient"
SAYS = "The numbers are right, but they are taken out of PyTorch on the way, so no gradient flows back."
HINT = "Where do tensors become plain numbers, or stop being tracked, before the result is built?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    alpha = torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-1)
    return torch.tensor((alpha @ x).tolist(), dtype=x.dtype)
