# mistake: The range stops one too early, so the last word of each row is never predicted.
# tasks: 4.3
# line: lm.py:41

# ===== lm.py =====


def next_token_loss(logits, tokens):
    n = tokens.shape[1]
    losses = [F.cross_entropy(logits[:, i - 1], tokens[:, i]) for i in range(1, n - 1)]
    return torch.stack(losses).mean()
