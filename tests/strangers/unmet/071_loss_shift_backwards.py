# mistake: The logits at place i are compared with token i − 1. They have to be compared with token i + 1.
# tasks: 4.3
# line: lm.py:41, 42

# ===== lm.py =====


def next_token_loss(logits, tokens):
    vocab_size = logits.shape[-1]
    predictions = logits[:, 1:, :]
    targets = tokens[:, :-1]
    return F.cross_entropy(predictions.reshape(-1, vocab_size), targets.reshape(-1))
