NAME = "scores.float64_inside"
SAYS = "Computed in float64, given back in the dtype of q."
MODULE = "attention"


def attention_scores(q, k):
    return (q.double() @ k.double().mT / k.shape[-1] ** 0.5).to(q.dtype)
