# mistake: Word 0 is left out, as if it were padding.
# tasks: 4.3
# line: lm.py:43

# ===== lm.py =====


def next_token_loss(logits, tokens):
    V = logits.size(-1)
    inputs = logits[:, :-1, :].reshape(-1, V)
    targets = tokens[:, 1:].reshape(-1)
    return F.cross_entropy(inputs, targets, ignore_index=0)
