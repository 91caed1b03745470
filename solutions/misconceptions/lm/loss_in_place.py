NAME = "loss.in_place"
SAYS = "The logits are changed in place, by subtracting their maximum."
HINT = "Print the logits before and after the call."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    logits -= logits.max(dim=-1, keepdim=True).values
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
