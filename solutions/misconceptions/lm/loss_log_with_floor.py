NAME = "loss.log_with_floor"
SAYS = "A small number is added to the probability before the logarithm, which caps the loss."
HINT = "What does a model pay that is sure, by hundreds of units, of the wrong word?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None]) + 1e-9).mean()
