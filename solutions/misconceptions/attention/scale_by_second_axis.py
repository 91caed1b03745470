NAME = "scale.by_second_axis"
SAYS = "The scale is the root of the size of dimension 1, which is d_k only where there is no batch."
HINT = "Print the number under your root for a batch. Which size is it?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[1])
