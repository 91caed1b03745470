NAME = "simple.zero_scores_hidden"
SAYS = "A score of exactly 0 is taken for a hidden one."
HINT = "Which score does a vector of zeros have, with itself and with the others?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    scores = (x @ x.transpose(-2, -1)).tril()
    return torch.softmax(scores.masked_fill(scores == 0, -math.inf), dim=-1) @ x
