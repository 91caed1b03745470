NAME = "scale.half_of_d_k"
SAYS = "The power 1/2 is worked out as a power of 1, then halved: ** binds tighter than /."
HINT = "Work out 9 ** 1/2 in a Python prompt. Is it 3?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / k.shape[-1] ** 1 / 2
