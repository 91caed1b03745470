NAME = "attend.mask_inverted"
SAYS = "The mask is inverted on the way: visible keys are hidden and hidden keys are seen."
HINT = "True means 'may see' everywhere. Does attend or apply_mask invert it once too often?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, ~mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
