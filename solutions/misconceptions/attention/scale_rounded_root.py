NAME = "scale.rounded_root"
SAYS = "The root of d_k is rounded down to a whole number."
HINT = "Print your scale for d_k = 4 and for d_k = 5. Should they be equal?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.isqrt(k.shape[-1])
