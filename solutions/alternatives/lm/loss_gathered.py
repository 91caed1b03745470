NAME = "loss.gathered"
SAYS = "log_softmax and gather."
MODULE = "lm"


def next_token_loss(logits, tokens):
    log_probabilities = torch.log_softmax(logits, dim=-1)
    seen = log_probabilities[:, :-1].gather(-1, tokens[:, 1:].unsqueeze(-1))
    return -seen.mean()
