NAME = "loss.total_divided"
SAYS = "All log-probabilities added up, then divided by how many they are."
MODULE = "lm"


def next_token_loss(logits, tokens):
    B, n = tokens.shape
    log_probabilities = logits.log_softmax(-1)
    total = -log_probabilities[:, :-1].gather(2, tokens[:, 1:, None]).sum()
    return total / (B * (n - 1))
