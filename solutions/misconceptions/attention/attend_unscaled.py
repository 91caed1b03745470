NAME = "attend.unscaled"
SAYS = "The scores are computed anew here, without the division by √d_k."
HINT = "You have attention_scores for this. What does it do that the product here does not?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
