# mistake: The rows are laid end to end before the shift, so the last place of a row is asked for the first word of the next row; neither may count.
# tasks: 4.3
# line: lm.py:43, 44

# ===== lm.py =====


def next_token_loss(logits, tokens):
    vocab_size = logits.shape[-1]
    flat_logits = logits.reshape(-1, vocab_size)
    flat_tokens = tokens.reshape(-1)
    predictions = flat_logits[:-1]
    targets = flat_tokens[1:]
    return F.cross_entropy(predictions, targets)
