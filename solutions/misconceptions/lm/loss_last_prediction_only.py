NAME = "loss.last_prediction_only"
SAYS = "Only the last prediction of each row counts."
HINT = "Change the logits at the first place. Does your loss change?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, -2], tokens[:, -1])
