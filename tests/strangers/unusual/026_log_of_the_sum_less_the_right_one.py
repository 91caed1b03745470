# logsumexp less the logit of the right word, place by place
# 4.3

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    losses = []
    for i in range(tokens.shape[1] - 1):
        here, following = logits[:, i], tokens[:, i + 1]
        losses.append(here.logsumexp(-1) - here[torch.arange(len(here), device=here.device), following])
    return torch.stack(losses).mean()
