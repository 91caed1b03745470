NAME = "scores.changes_q"
SAYS = "The scores are right, but q is scaled in place, so the caller's queries change."
HINT = "Print q before and after the call. Which operator in your code writes into an existing tensor?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    q /= math.sqrt(k.shape[-1])
    return q @ k.transpose(-2, -1)
