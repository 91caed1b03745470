NAME = "attend.scaled_twice"
SAYS = "The scores are divided by √d_k a second time."
HINT = "attention_scores has scaled them already. What is done to them between it and the softmax?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k) / math.sqrt(k.shape[-1])
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
