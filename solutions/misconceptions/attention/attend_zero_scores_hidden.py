NAME = "attend.zero_scores_hidden"
SAYS = "With a mask, a score of exactly 0 is taken for a hidden one."
HINT = "Which weights should a query of zeros give the keys that it may see?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores * mask
        scores = scores.masked_fill(scores == 0, -math.inf)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
