NAME = "scale.by_d_k"
SAYS = "The scores are divided by d_k instead of its square root."
HINT = "For (3, 4, 0, 0) against itself the stub says 12.5. Which number divides 25 there?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / k.shape[-1]
