NAME = "values.best_only"
SAYS = "Only the value with the largest weight is taken; the others are left out."
HINT = "In the lecture's example each 0 still adds its sixth. Does your result show it?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    best = torch.nn.functional.one_hot(weights.argmax(dim=-1), weights.shape[-1]).to(v.dtype)
    return best @ v
