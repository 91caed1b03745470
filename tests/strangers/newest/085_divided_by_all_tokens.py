# mistake: The sum is divided by the number of tokens, not by that of the predictions.
# tasks: 4.3
# line: lm.py:42

# ===== lm.py =====


def next_token_loss(logits, tokens):
    logp = logits.log_softmax(dim=-1)[:, :-1]
    picked = logp.gather(-1, tokens[:, 1:, None])
    return -picked.sum() / tokens.numel()
