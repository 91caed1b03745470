# mistake: The cross-entropy gets probabilities, though it takes logits.
# tasks: 4.3
# line: lm.py:40

# ===== lm.py =====


def next_token_loss(logits, tokens):
    probs = F.softmax(logits[:, :-1], dim=-1)
    return F.cross_entropy(probs.flatten(0, 1), tokens[:, 1:].flatten())
