NAME = "loss.float32"
SAYS = "The loss is computed in float32, whatever the dtype of the logits is."
HINT = "Which dtype does the loss have when the logits are float64?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), tokens[:, 1:].flatten())
