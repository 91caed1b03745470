NAME = "scores.axes_one_and_two"
SAYS = "With several leading dimensions, dimensions 1 and 2 are swapped; there they are not the tokens and the width."
HINT = "Try a q and k with heads as well as a batch. Can you count the dimensions from the other end?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    turned = k.t() if k.dim() == 2 else k.transpose(1, 2)
    return q @ turned / math.sqrt(k.shape[-1])
