NAME = "simple.strictly_before"
SAYS = "Token i sees the tokens j < i only, so the first one sees nothing and becomes NaN."
HINT = "j ≤ i includes j = i. What is left for the first token otherwise?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    before = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).tril(-1)
    scores = (x @ x.transpose(-2, -1)).masked_fill(~before, -math.inf)
    return torch.softmax(scores, dim=-1) @ x
