# mistake: ignore_index=0 leaves every prediction of word 0 out of the mean, though 0 is a word like any other.
# after: seq2seq tutorials with a padding index
# tasks: 4.3
# says: Is there any padding in this task, and what does your third argument do to the word 0?
# line: lm.py:44

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError("logits and tokens do not belong together")
    predictions = logits[:, :-1].flatten(0, 1)
    targets = tokens[:, 1:].flatten()
    return F.cross_entropy(predictions, targets, ignore_index=0)
