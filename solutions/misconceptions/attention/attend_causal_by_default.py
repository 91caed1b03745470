NAME = "attend.causal_by_default"
SAYS = "Without a mask, a causal one is used; None should hide nothing."
HINT = "What does the stub say about mask=None? Whose task is the causal mask?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    if mask is None:
        mask = causal_mask(q.shape[-2], device=q.device)
    weights = softmax(apply_mask(attention_scores(q, k), mask))
    return weighted_values(weights, v), weights
