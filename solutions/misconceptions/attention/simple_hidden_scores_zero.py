NAME = "simple.hidden_scores_zero"
SAYS = "The scores of future tokens are set to 0, and a score of 0 still gets a weight."
HINT = "What does the softmax make of a score of 0: nothing, or e^0?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    return torch.softmax((x @ x.transpose(-2, -1)).tril(), dim=-1) @ x
