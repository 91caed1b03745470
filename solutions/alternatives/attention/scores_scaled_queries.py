# ruff: noqa: F821 (names such as torch and attend are those of the reference module)
NAME = "scores.scaled_queries"
SAYS = "The queries are scaled before the product, in a new tensor."
MODULE = "attention"


def attention_scores(q, k):
    q = q / math.sqrt(q.size(-1))
    return torch.matmul(q, k.mT)
