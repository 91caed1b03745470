NAME = "scores.no_gradient"
SAYS = "The scores are right, but no gradient flows back to q and k."
HINT = "Is the product computed where PyTorch does not keep track, or from detached tensors?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q.detach() @ k.detach().transpose(-2, -1) / math.sqrt(k.shape[-1])
