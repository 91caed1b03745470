NAME = "scores.reverses_every_axis"
SAYS = ".T reverses all dimensions instead of swapping the last two, so batches break."
HINT = "Print k.shape and the shape of what you multiply by, for a k of shape (2, 5, 3)."
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.T / math.sqrt(k.shape[-1])
