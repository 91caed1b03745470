NAME = "loss.summed_over_rows"
SAYS = "The losses are averaged over the places and summed over the rows."
HINT = "Does your loss double when the batch does?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()) * tokens.shape[0]
