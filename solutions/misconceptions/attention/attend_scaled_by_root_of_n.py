NAME = "attend.scaled_by_root_of_n"
SAYS = "The scores are computed anew here and divided by the root of the number of queries."
HINT = "More tokens should not change the score of any one of them. Which width belongs under the root?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-2])
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
