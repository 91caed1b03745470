NAME = "scores.capped"
SAYS = "Large scores are capped."
HINT = "What is the score of two long vectors that point the same way?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return (q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])).clamp(-50.0, 50.0)
