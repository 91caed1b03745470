# mistake: The probabilities are divided by the temperature, which changes nothing once they are drawn from.
# tasks: 4.4
# line: lm.py:70

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt
    for _ in range(n_new):
        with torch.no_grad():
            logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            tokens = torch.cat([tokens, logits.argmax(1, keepdim=True)], 1)
            continue
        if top_k is not None:
            floor = logits.sort(dim=-1, descending=True).values[:, min(top_k, logits.shape[-1]) - 1]
            logits = logits.masked_fill(logits < floor[:, None], -torch.inf)
        p = torch.softmax(logits, dim=-1) / temperature
        tokens = torch.cat([tokens, torch.multinomial(p, 1, generator=generator)], 1)
    return tokens
