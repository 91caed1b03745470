NAME = "loss.class_dimension"
SAYS = "Cross-entropy with the vocabulary in the second dimension, in float64 and cast back."
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].double().transpose(1, 2), tokens[:, 1:]).to(logits.dtype)
