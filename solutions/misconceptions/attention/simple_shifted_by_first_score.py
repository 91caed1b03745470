NAME = "simple.shifted_by_first_score"
SAYS = (
    "The first score of each row is subtracted from all of them instead of the largest one, so a later, longer "
    "token makes the exponential overflow."
)
HINT = "Let the second token be ten times as long as the first. Which of its scores is the largest?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    scores = x @ x.transpose(-2, -1)
    exps = torch.exp(scores - scores[..., :1]).tril()
    return exps / exps.sum(dim=-1, keepdim=True) @ x
