# mistake: The targets are transposed before they are laid in one row, so with several rows they belong to other logits.
# tasks: 4.3
# line: lm.py:46

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    V = logits.shape[-1]
    targets = tokens[:, 1:].T.reshape(-1)
    return F.cross_entropy(logits[:, :-1, :].reshape(-1, V), targets)
