NAME = "loss.label_smoothing"
SAYS = "The targets are smoothed, so the loss is not −log P of the word that came."
HINT = "A model that is sure and right should pay nothing. Does it?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), label_smoothing=0.1)
