NAME = "scale.multiplied"
SAYS = "The scores are multiplied by √d_k instead of divided by it."
HINT = "Should wide keys give larger scores or scores of the same size? Try the stub's example."
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) * math.sqrt(k.shape[-1])
