# mistake: The logits are cut at the same end as the tokens, so each place is compared with its own word.
# tasks: 4.3
# line: lm.py:41

# ===== lm.py =====


def next_token_loss(logits, tokens):
    vocab = logits.shape[-1]
    pred = logits[:, 1:, :].reshape(-1, vocab)
    gold = tokens[:, 1:].reshape(-1)
    return F.cross_entropy(pred, gold)
