NAME = "attend.mask_one_row_for_all"
SAYS = "The mask is reduced to one row: every query sees the keys that any one of them may see."
HINT = "With the causal mask, which keys may the first query see, and which does yours?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask.any(dim=-2, keepdim=True))
    weights = softmax(scores)
    return weighted_values(weights, v), weights
