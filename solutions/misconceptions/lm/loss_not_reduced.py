NAME = "loss.not_reduced"
SAYS = "The loss of each prediction is returned instead of their mean."
HINT = "How many numbers should the loss be?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
