NAME = "simple.mixes_itself"
SAYS = "The weights multiply x_i instead of x_j, so nothing is mixed and x comes back."
HINT = "In Σ_j α_ij x_j, which of the two indices runs? Your output equals the input."
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    alpha = torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-1)
    return alpha.sum(dim=-1, keepdim=True) * x
