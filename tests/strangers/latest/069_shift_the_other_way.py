# mistake: The logits at place i + 1 are compared with token i.
# tasks: 4.3
# line: lm.py:45, 46

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    pred = logits[:, 1:, :]
    target = tokens[:, :-1]
    return F.cross_entropy(pred.flatten(0, 1), target.flatten())
