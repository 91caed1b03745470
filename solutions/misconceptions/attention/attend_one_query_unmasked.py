NAME = "attend.one_query_unmasked"
SAYS = "With a single query the mask is left out, though it may hide keys from that query too."
HINT = "Ask with one query and a mask that hides half of the keys. How much weight do they get?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None and q.shape[-2] > 1:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
