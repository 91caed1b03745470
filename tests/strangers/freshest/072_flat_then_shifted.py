# mistake: Rows are joined before the shift, so the end of one row predicts the start of the next.
# tasks: 4.3
# line: lm.py:42, 43

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError("logits and tokens do not belong together")
    flat_logits = logits.reshape(-1, logits.size(-1))[:-1]
    flat_targets = tokens.reshape(-1)[1:]
    return F.cross_entropy(flat_logits, flat_targets)
