NAME = "attend.mask_as_condition"
SAYS = "The mask is asked whether it is true, which a tensor of many entries cannot answer."
HINT = "How do you find out whether there is a mask at all? Compare with the default value of the argument."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
