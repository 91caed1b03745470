NAME = "attend.leaking_mask"
SAYS = "Hidden keys get a modest negative score here, which leaks where visible scores are low."
HINT = "You have apply_mask for this. What is the difference between −100 and −∞ when every visible score is −500?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
