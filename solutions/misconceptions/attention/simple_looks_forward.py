NAME = "simple.looks_forward"
SAYS = "Token i mixes itself with the tokens after it instead of those before it."
HINT = (
    "Compare the first row with the last one: which of the two should equal its own x, and which should see the "
    "whole sequence?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    past = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).tril(-1)
    return torch.softmax((x @ x.transpose(-2, -1)).masked_fill(past, -math.inf), dim=-1) @ x
