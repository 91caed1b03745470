NAME = "simple.first_left_out"
SAYS = "The first token is left out of every later mix."
HINT = "Look at where the sum begins: j = 1 is the first token, which Python counts as 0."
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    rows = [x[..., 0, :]]
    for i in range(1, x.shape[-2]):
        seen = x[..., 1 : i + 1, :]
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)
