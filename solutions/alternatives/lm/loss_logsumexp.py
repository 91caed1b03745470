NAME = "loss.logsumexp"
SAYS = "log-sum-exp minus the right logit, the maximum taken out by hand."
MODULE = "lm"


def next_token_loss(logits, tokens):
    logits, targets = logits[:, :-1], tokens[:, 1:]
    top = logits.detach().amax(dim=-1, keepdim=True)
    normaliser = (logits - top).exp().sum(dim=-1).log() + top.squeeze(-1)
    right = (logits * F.one_hot(targets, logits.shape[-1])).sum(dim=-1)
    return (normaliser - right).sum() / targets.numel()
