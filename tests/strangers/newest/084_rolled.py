# mistake: The rolled row asks the last place for the first word.
# tasks: 4.3
# line: lm.py:40

# ===== lm.py =====


def next_token_loss(logits, tokens):
    targets = torch.roll(tokens, shifts=-1, dims=1)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))
