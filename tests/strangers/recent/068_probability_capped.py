# mistake: The probability is kept above 1e-8 before the logarithm, so a model that is sure and wrong pays at most 18; it must pay its full price.
# tasks: 4.3
# line: lm.py:43

# ===== lm.py =====


def next_token_loss(logits, tokens):
    probs = torch.softmax(logits[:, :-1], dim=-1)
    targets = tokens[:, 1:]
    p_right = torch.gather(probs, 2, targets[..., None])[..., 0]
    p_right = p_right.clamp(min=1e-8)
    surprise = -torch.log(p_right)
    return surprise.mean()
