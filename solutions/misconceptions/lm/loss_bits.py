NAME = "loss.bits"
SAYS = "The loss is in bits (base 2) instead of nats."
HINT = "What does a model pay that knows nothing about four words? It should be ln 4."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    nats = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
    return nats / 0.6931471805599453  # ln 2
