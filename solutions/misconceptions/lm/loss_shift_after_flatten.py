NAME = "loss.shift_after_flatten"
SAYS = "The shift is made after flattening, so the last place of a row predicts the first token of the next row."
HINT = "What does the last place of the first row predict in your code?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits.flatten(0, 1)[:-1], tokens.flatten()[1:])
