# mistake: Roll makes the first token the target of the last place, which counts then.
# tasks: 4.3
# line: lm.py:45

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    targets = torch.roll(tokens, shifts=-1, dims=1)
    return F.cross_entropy(logits.flatten(0, -2), targets.flatten())
