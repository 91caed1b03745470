NAME = "loss.one_dimension"
SAYS = "The loss has a dimension of size 1; it should have none."
HINT = "What is the shape of your loss?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()).reshape(1)
