NAME = "attend.full_mask"
SAYS = "Without a mask, one that shows everything is made; the result is a list."
MODULE = "attention"


def attend(q, k, v, mask=None):
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)
    weights = softmax(apply_mask(attention_scores(q, k), mask))
    return [weighted_values(weights, v), weights]
