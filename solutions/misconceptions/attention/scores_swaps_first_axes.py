NAME = "scores.swaps_first_axes"
SAYS = "The first two dimensions are swapped, which are the right ones only without leading dimensions."
HINT = "Counted from which end do the keys and their features keep their place, however many dimensions come before?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(0, 1) / math.sqrt(k.shape[-1])
