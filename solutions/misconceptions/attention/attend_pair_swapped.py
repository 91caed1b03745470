NAME = "attend.pair_swapped"
SAYS = "The pair comes in the wrong order: weights first."
HINT = "What does the stub say about the order of the pair?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weights, weighted_values(weights, v)
