NAME = "attend.softmax_over_queries"
SAYS = "The softmax runs over the queries instead of the keys."
HINT = "Add up a row of the weights: each query has 1 to give away."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores.transpose(-2, -1)).transpose(-2, -1)
    return weighted_values(weights, v), weights
