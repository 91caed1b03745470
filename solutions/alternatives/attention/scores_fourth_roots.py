NAME = "scores.fourth_roots"
SAYS = "Queries and keys each carry the fourth root of d_k."
MODULE = "attention"


def attention_scores(q, k):
    root = math.sqrt(math.sqrt(q.shape[-1]))
    return (q / root) @ (k / root).transpose(-1, -2)
