NAME = "softmax.hard"
SAYS = "All the weight goes to the largest score: a maximum, not a soft one."
HINT = "In the lecture's example the second-best entries have weight 1/6, not 0. What do yours have?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    top = (scores == scores.amax(dim=-1, keepdim=True)).to(scores.dtype)
    return top / top.sum(dim=-1, keepdim=True)
