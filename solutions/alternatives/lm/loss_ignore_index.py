NAME = "loss.ignore_index"
SAYS = "Tokens moved up by one, the last place ignored."
MODULE = "lm"


def next_token_loss(logits, tokens):
    targets = torch.full_like(tokens, -100)
    targets[:, :-1] = tokens[:, 1:]
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=-100)
