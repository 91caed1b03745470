NAME = "attend.renormalised"
SAYS = (
    "The mask is applied after the softmax and the rest scaled up to 1: where a hidden score is far above the "
    "visible ones, nothing is left to scale."
)
HINT = "Hide the key with by far the largest score. What is left of the other weights before you scale them up?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    weights = softmax(attention_scores(q, k))
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weighted_values(weights, v), weights
