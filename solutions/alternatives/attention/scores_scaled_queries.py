NAME = "scores.scaled_queries"
SAYS = "The queries are scaled before the product, in a new tensor."
MODULE = "attention"


def attention_scores(q, k):
    q = q / math.sqrt(q.size(-1))
    return torch.matmul(q, k.mT)
