NAME = "loss.not_turned"
SAYS = "Cross-entropy takes the second dimension for the vocabulary, but here it holds the places."
HINT = "Which dimension does the library's cross-entropy take for the words? Print the shape you hand it."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1], tokens[:, 1:])
