# next_token_loss as logsumexp minus the right word's logit, picked by take_along_dim.

# ===== lm.py =====


def next_token_loss(logits, tokens):
    guesses, came = logits[:, :-1, :], tokens[:, 1:, None]
    surprise = guesses.logsumexp(dim=-1) - torch.take_along_dim(guesses, came, dim=-1)[..., 0]
    return surprise.sum() / surprise.numel()
