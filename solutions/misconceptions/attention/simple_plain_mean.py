NAME = "simple.plain_mean"
SAYS = "Every token it may see counts the same: a plain mean, without scores."
HINT = "Which tokens should weigh more: those similar to x_i, or all alike? Where does x_i itself enter your weights?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    n = x.shape[-2]
    return torch.ones(n, n, dtype=x.dtype).tril() @ x / torch.arange(1, n + 1).unsqueeze(-1).to(x.dtype)
