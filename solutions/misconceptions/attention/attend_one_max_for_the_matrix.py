NAME = "attend.one_max_for_the_matrix"
SAYS = (
    "One largest score is taken for all queries of a sequence, so the exponentials of a query with low scores "
    "are all 0."
)
HINT = (
    "Let one query be a hundred times as long as another. Whose largest score is taken from the scores of the "
    "short one?"
)
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    exps = torch.exp(scores - scores.amax(dim=(-2, -1), keepdim=True))
    weights = exps / exps.sum(dim=-1, keepdim=True)
    return weighted_values(weights, v), weights
