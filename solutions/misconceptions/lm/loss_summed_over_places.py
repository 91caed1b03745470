NAME = "loss.summed_over_places"
SAYS = "The losses are summed over the places of a row and averaged over the rows only."
HINT = "Does your loss grow with the length of the rows?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    total = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return total / tokens.shape[0]
