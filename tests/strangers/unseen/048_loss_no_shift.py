# mistake: The logits at place i are held against token i itself, without a shift.
# after: the shift left out
# tasks: 4.3
# line: lm.py:174
# takes: TransformerLM.embed 2, TransformerLM.forward 3

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    class_first = logits.transpose(1, 2)
    return F.cross_entropy(class_first, tokens)
