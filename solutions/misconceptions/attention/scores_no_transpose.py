NAME = "scores.no_transpose"
SAYS = "q is multiplied by k as it is, so features meet keys instead of features."
HINT = "Write the shapes of both factors side by side: which two sizes meet in the middle?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k / math.sqrt(k.shape[-1])
