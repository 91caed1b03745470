NAME = "attend.hidden_scores_zero"
SAYS = (
    "Hidden keys get the score 0, because the scores are multiplied by the mask; the softmax gives them "
    "weight all the same."
)
HINT = "What is e to the 0? Which function of yours shuts keys out?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores * mask
    weights = softmax(scores)
    return weighted_values(weights, v), weights
