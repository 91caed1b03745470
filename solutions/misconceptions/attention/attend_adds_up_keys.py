NAME = "attend.adds_up_keys"
SAYS = "The keys are added up by the weights; it should be the values."
HINT = "What is a key for, and what is a value for? Look at the last width of your output when d_k and d_v differ."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, k), weights
