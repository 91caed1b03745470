NAME = "softmax.own_helpers"
SAYS = "Two helper functions, and sums by einsum."
MODULE = "attention"


def _without_largest(scores):
    return scores - scores.amax(dim=-1, keepdim=True)


def _share(parts):
    return torch.einsum("...m,...->...m", parts, 1 / parts.sum(dim=-1))


def softmax(scores):
    return _share(_without_largest(scores).exp())
