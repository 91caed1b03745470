NAME = "simple.divides_by_the_sum"
SAYS = "The scores are divided by their sum, without the exponential."
HINT = "A score can be negative. Can a weight? Which part of the softmax makes sure of that?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    scores = (x @ x.transpose(-2, -1)).tril()
    return scores / scores.sum(dim=-1, keepdim=True) @ x
