NAME = "attend.weights_before_the_mask"
SAYS = "The weights returned are those before the mask, not those that made the output."
HINT = "Multiply your weights with v: does that give your output?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    weights = softmax(scores)
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v), weights
