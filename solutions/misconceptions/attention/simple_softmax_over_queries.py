NAME = "simple.softmax_over_queries"
SAYS = "The softmax runs over the queries i instead of the keys j."
HINT = "Fix one token i and add up its weights over everything it may see: is that 1?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    return torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-2) @ x
