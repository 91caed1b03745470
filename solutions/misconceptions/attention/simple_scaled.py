NAME = "simple.scaled"
SAYS = "The scores are divided by √d, which simple attention does not do."
HINT = "Read the definition of the score in this task again, and compare it with the one in task 1.2."
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    n, d = x.shape[-2:]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    scores = x @ x.transpose(-2, -1) / math.sqrt(d)
    return torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1) @ x
