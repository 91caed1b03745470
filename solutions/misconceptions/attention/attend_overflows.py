NAME = "attend.overflows"
SAYS = "The exponentials are computed anew here, and overflow where scores are large."
HINT = "You have softmax for this. What does it do before the exponential?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.exp(scores)
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weighted_values(weights, v), weights
