NAME = "attend.returns_scores"
SAYS = "The second part of the pair holds the scores; it should hold the weights."
HINT = "Do the rows of what you return sum to 1?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v), scores
