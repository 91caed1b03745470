NAME = "values.broadcast_sum"
SAYS = "Every weight times every value, then a sum over the keys."
MODULE = "attention"


def weighted_values(weights, v):
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2)
