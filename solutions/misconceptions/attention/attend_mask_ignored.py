NAME = "attend.mask_ignored"
SAYS = "The mask has no effect."
HINT = "Call it with a mask that hides the first key. Does its weight become 0?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    weights = softmax(attention_scores(q, k))
    return weighted_values(weights, v), weights
