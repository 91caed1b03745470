NAME = "loss.first_row_only"
SAYS = "Only the first row of the batch counts."
HINT = "Change the second row. Does your loss change?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[0, :-1], tokens[0, 1:])
