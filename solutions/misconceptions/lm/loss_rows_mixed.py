NAME = "loss.rows_mixed"
SAYS = "Logits and tokens are flattened in different orders, which mixes up rows and places."
HINT = "After flattening, does entry 1 of both belong to the same row and place?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].transpose(0, 1).flatten(0, 1), tokens[:, 1:].flatten())
