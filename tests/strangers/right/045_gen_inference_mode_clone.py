# inference_mode as a context, result cloned outside it
# 4.3 4.4

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n, V = logits.shape
    return F.cross_entropy(logits[:, : n - 1].reshape(B * (n - 1), V), tokens[:, 1:n].reshape(B * (n - 1)))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    new_tokens = []
    with torch.inference_mode():
        running = prompt
        while len(new_tokens) < n_new:
            out = model(running[:, -model.context_length :])
            logits = out[:, -1]
            if temperature == 0:
                choice = logits.max(dim=-1, keepdim=True).indices
            else:
                scaled = (logits - logits.amax(-1, keepdim=True)) / temperature
                if top_k is not None:
                    order = scaled.argsort(dim=-1, descending=True)
                    scaled = scaled.scatter(-1, order[:, top_k:], float("-inf"))
                choice = torch.multinomial(scaled.exp(), 1, generator=generator)
            new_tokens.append(choice)
            running = torch.cat([running, choice], dim=1)
    return torch.cat([prompt, *[t.clone() for t in new_tokens]], dim=1)
