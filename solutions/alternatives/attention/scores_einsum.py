NAME = "scores.einsum"
SAYS = "Scores by einsum, scaled afterwards."
MODULE = "attention"


def attention_scores(q, k):
    return torch.einsum("...nd,...md->...nm", q, k) * k.shape[-1] ** -0.5
