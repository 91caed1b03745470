# mistake: Every new token is predicted from the prompt: none is appended before the next one.
# tasks: 4.4
# line: lm.py:71

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    def draw(logits):
        if temperature == 0:
            return logits.argmax(-1, keepdim=True)
        if top_k is not None:
            cut = logits.topk(min(top_k, logits.shape[-1])).values[..., -1:]
            logits = logits.masked_fill(logits < cut, -torch.inf)
        return torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)

    new = []
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(prompt[:, -model.context_length :])
            new.append(draw(logits[:, -1]))
    return torch.cat([prompt, *new], dim=1)
