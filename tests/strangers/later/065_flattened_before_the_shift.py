# mistake: The rows are laid end to end before the shift, so the last place of a row is held against the first token of the next.
# after: character-level scripts on one long text (mistake over two lines)
# tasks: 4.3
# says: For a batch of two rows, which token do the logits at the end of the first row get compared with?
# line: lm.py:42

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    flat_logits = logits.reshape(-1, logits.shape[-1])
    flat_tokens = tokens.reshape(-1)
    return F.cross_entropy(flat_logits[:-1], flat_tokens[1:])
