NAME = "attend.scaled_by_d_v"
SAYS = "The scores are scaled by the width of a value instead of that of a key."
HINT = "d_k and d_v may differ. Between which vectors is the dot product taken?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(v.shape[-1])
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
