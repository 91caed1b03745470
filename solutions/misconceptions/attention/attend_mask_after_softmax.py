NAME = "attend.mask_after_softmax"
SAYS = "The mask is applied to the weights, after the softmax, so what is left does not sum to 1."
HINT = "Add up the weights of a query that sees only some keys. Where has the rest gone?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    weights = softmax(attention_scores(q, k))
    if mask is not None:
        weights = weights * mask
    return weighted_values(weights, v), weights
