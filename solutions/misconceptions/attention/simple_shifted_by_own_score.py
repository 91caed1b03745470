NAME = "simple.shifted_by_own_score"
SAYS = (
    "The score of a token with itself is subtracted from its scores instead of the largest one, so an earlier, "
    "longer token makes the exponential overflow."
)
HINT = "Let the first token be ten times as long as the second. Which of the second one's scores is the largest?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    scores = x @ x.transpose(-2, -1)
    own = (x * x).sum(dim=-1, keepdim=True)
    exps = torch.exp(scores - own).tril()
    return exps / exps.sum(dim=-1, keepdim=True) @ x
