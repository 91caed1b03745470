NAME = "loss.first_prediction_dropped"
SAYS = "The first prediction of each row is left out."
HINT = "Change the logits at the first place. Does your loss change?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, 1:-1].flatten(0, 1), tokens[:, 2:].flatten())
