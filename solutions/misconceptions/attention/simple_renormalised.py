NAME = "simple.renormalised"
SAYS = (
    "The future is cut away after the softmax and the rest scaled up to 1: where a hidden score is far above "
    "the visible ones, nothing is left to scale."
)
HINT = (
    "Let the second token be ten times as long as the first. What is left of the first one's weight before you "
    "scale it up?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    weights = torch.softmax(x @ x.transpose(-2, -1), dim=-1).tril()
    return weights / weights.sum(dim=-1, keepdim=True) @ x
