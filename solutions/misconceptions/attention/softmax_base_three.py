NAME = "softmax.base_three"
SAYS = "3 is used as the base. The lecture writes e = 3 only to make its sums easy."
HINT = (
    "In the lecture's example the scores come times ln 3, so that e^score is 3 by itself. Which base does the "
    "equation have?"
)
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = 3.0 ** (scores - scores.amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
