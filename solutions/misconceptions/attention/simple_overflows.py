NAME = "simple.overflows"
SAYS = "The exponentials overflow when scores are large."
HINT = (
    "e^710 is infinite even in float64, and infinity divided by infinity is NaN. What can you subtract from every "
    "score without changing a weight?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    exps = torch.exp(x @ x.transpose(-2, -1)).tril()
    return exps / exps.sum(dim=-1, keepdim=True) @ x
