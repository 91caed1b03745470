# mistake: Rows are laid end to end before the shift, so the last place of a row is held against the first token of the next.
# after: steps in the wrong order: flatten, then shift
# tasks: 4.3
# line: lm.py:177
# takes: TransformerLM.embed 3, TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    flat_logits = logits.flatten(0, 1)
    flat_tokens = tokens.flatten()
    return F.cross_entropy(flat_logits[:-1], flat_tokens[1:])
