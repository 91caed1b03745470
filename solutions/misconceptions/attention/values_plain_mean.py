NAME = "values.plain_mean"
SAYS = "All values count the same; the weights are not used."
HINT = "The stub's example says what a plain mean would give. Is that your result?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return v.mean(dim=-2, keepdim=True).expand(*weights.shape[:-1], v.shape[-1])
