NAME = "loss.shift_over_rows"
SAYS = "The shift runs over the rows of the batch instead of the places in a row."
HINT = "With which token do you compare the logits at the first place?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:-1].flatten(0, 1), tokens[1:].flatten()) if len(logits) > 1 else logits.sum() * 0
