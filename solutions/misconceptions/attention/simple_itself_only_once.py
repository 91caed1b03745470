NAME = "simple.itself_only_once"
SAYS = "From the second token on, token i mixes the tokens before it, but not itself."
HINT = "Look at the end of the sum: j ≤ i, not j < i."
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    rows = [x[..., 0, :]]
    for i in range(1, x.shape[-2]):
        seen = x[..., :i, :]
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)
