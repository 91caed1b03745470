NAME = "simple.one_max_for_the_sequence"
SAYS = "One largest score is taken for the whole sequence, so the exponentials of a token with low scores are all 0."
HINT = (
    "Let one token be ten times as long as another. Whose largest score is subtracted from the scores of the short one?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    scores = x @ x.transpose(-2, -1)
    exps = torch.exp(scores - scores.amax(dim=(-2, -1), keepdim=True)).tril()
    return exps / exps.sum(dim=-1, keepdim=True) @ x
