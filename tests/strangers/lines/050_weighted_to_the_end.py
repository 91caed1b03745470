# mistake: Later places count more: the losses are weighted by their place.
# after: curriculum weights
# tasks: 4.3
# line: lm.py:43

# ===== lm.py =====

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )

    logp = logits[:, :-1].log_softmax(dim=-1)
    picked = logp.gather(-1, tokens[:, 1:, None])[..., 0]
    steps = torch.arange(1, tokens.shape[1], dtype=logits.dtype, device=logits.device)
    weights = steps / steps.mean()
    return -(picked * weights).mean()
