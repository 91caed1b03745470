NAME = "simple.no_softmax"
SAYS = "The raw scores are used as weights, without a softmax."
HINT = "Add up the weights of one token. What should the sum be?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    return (x @ x.transpose(-2, -1)).tril() @ x
