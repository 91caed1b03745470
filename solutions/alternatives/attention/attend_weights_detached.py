NAME = "attend.weights_detached"
SAYS = "The weights are handed out for looking at only: detached."
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights.detach()
