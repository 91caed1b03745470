# mistake: The swapped logits are reshaped, which mixes places and words.
# tasks: 4.3
# line: lm.py:41

# ===== lm.py =====


def next_token_loss(logits, tokens):
    B, n, V = logits.shape
    scores = logits[:, :-1].transpose(1, 2).reshape(B * (n - 1), V)
    wanted = tokens[:, 1:].reshape(B * (n - 1))
    return F.cross_entropy(scores, wanted)
