NAME = "loss.last_prediction_dropped"
SAYS = "The last prediction of each row is left out."
HINT = "Change the last token of a row. Does your loss change?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-2].flatten(0, 1), tokens[:, 1:-1].flatten())
