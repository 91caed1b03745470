# mistake: Words and places are swapped before the reshape, so each row of it mixes logits of several places.
# tasks: 4.3
# line: lm.py:41, 43

# ===== lm.py =====


def next_token_loss(logits, tokens):
    B, n, V = logits.shape
    logits = logits[:, :-1].transpose(1, 2)
    targets = tokens[:, 1:]
    return F.cross_entropy(logits.reshape(B * (n - 1), V), targets.reshape(B * (n - 1)))
