NAME = "scores.three_dimensions_only"
SAYS = "Dimensions 1 and 2 are swapped, which are the right ones only with exactly one leading dimension."
HINT = "Try a q and k without any leading dimension, and with two. Can you count from the other end?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
