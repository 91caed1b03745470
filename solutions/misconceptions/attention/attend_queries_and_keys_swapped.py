NAME = "attend.queries_and_keys_swapped"
SAYS = "Queries and keys change places in the scores."
HINT = "The weights have one row for each query. Which shape do yours have, when n and m differ?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(k, q)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
