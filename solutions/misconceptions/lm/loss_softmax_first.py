NAME = "loss.softmax_first"
SAYS = "A softmax is applied to the logits before the cross-entropy, which does that itself."
HINT = "What does a model pay that is sure of the right words? It should be nothing."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(torch.softmax(logits[:, :-1], dim=-1).flatten(0, 1), tokens[:, 1:].flatten())
