NAME = "loss.perplexity"
SAYS = "The perplexity, exp of the loss, is returned instead of the loss."
HINT = "What does a model pay that knows nothing about four words? It should be ln 4, not 4."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return torch.exp(F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()))
