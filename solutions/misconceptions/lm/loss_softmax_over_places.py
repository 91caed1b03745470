NAME = "loss.softmax_over_places"
SAYS = "The softmax runs over the places instead of the vocabulary."
HINT = "Over which dimension do the probabilities of the next word sum to 1?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    log_probabilities = torch.log_softmax(logits[:, :-1], dim=1)
    return -log_probabilities.gather(-1, tokens[:, 1:, None]).mean()
