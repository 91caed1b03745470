NAME = "loss.reshaped"
SAYS = "The dimensions are reshaped where they should be transposed, which mixes up words and places."
HINT = "Cross-entropy wants the vocabulary in the second dimension. Does a reshape move a dimension there?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    B, n, vocab = logits.shape
    return F.cross_entropy(logits[:, :-1].reshape(B, vocab, n - 1), tokens[:, 1:])
