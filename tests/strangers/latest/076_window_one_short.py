# mistake: The window starts one token too late and shows context_length - 1 tokens.
# tasks: 4.4
# line: lm.py:62

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
        start = max(0, tokens.shape[1] - model.context_length + 1)
        with torch.no_grad():
            last = model(tokens[:, start:] if start < tokens.shape[1] else tokens[:, -1:])[:, -1]
        if temperature == 0:
            new = last.argmax(dim=-1, keepdim=True)
        else:
            last = last / temperature
            if top_k is not None and top_k < last.shape[-1]:
                smallest = last.topk(top_k).values[:, -1:]
                last = torch.where(last < smallest, torch.full_like(last, -torch.inf), last)
            new = torch.multinomial(last.softmax(-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
