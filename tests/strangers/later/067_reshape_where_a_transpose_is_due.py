# mistake: The logits are reshaped to (B, vocab, n − 1) instead of being transposed, which mixes places and words.
# after: forum question on cross_entropy's (N, C, L) shape
# tasks: 4.3
# says: cross_entropy wants the words in dimension 1: does reshape move a dimension, or only cut the numbers anew?
# line: lm.py:41

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    B, n, V = logits.shape
    vorhersage = logits[:, :-1].reshape(B, V, n - 1)
    return F.cross_entropy(vorhersage, tokens[:, 1:])
