# Rolls the tokens and masks the last place out
# 4.3 4.4

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    targets = tokens.roll(-1, dims=1)
    per_token = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    weight = torch.ones_like(per_token)
    weight[:, -1] = 0.0
    return torch.where(weight > 0, per_token, torch.zeros_like(per_token)).sum() / weight.sum()


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    batch, length = prompt.shape
    result = torch.zeros(batch, length + n_new, dtype=torch.long, device=prompt.device)
    result[:, :length].copy_(prompt)
    for position in range(length, length + n_new):
        begin = position - model.context_length if position > model.context_length else 0
        logits = model(result[:, begin:position].contiguous())[:, -1].clone()
        if top_k is not None:
            for row in logits:
                if top_k < row.numel():
                    row[row.argsort()[: row.numel() - top_k]] = float("-inf")
        if temperature == 0:
            result[:, position] = logits.argmax(dim=-1)
        else:
            probs = torch.softmax(logits.div(temperature), dim=-1)
            result[:, position] = torch.multinomial(probs, 1, generator=generator).view(-1)
    return result
