# mistake: The model is shown the first context_length tokens instead of the last.
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
    out = prompt.clone()
    while out.shape[1] < prompt.shape[1] + n_new:
        window = out[:, : model.context_length]
        with torch.no_grad():
            logits = model(window)[:, -1]
        if top_k is not None:
            k = min(top_k, logits.shape[-1])
            cut = torch.topk(logits, k, dim=-1)[0][:, -1, None]
            logits = logits.masked_fill(logits < cut, -torch.inf)
        if temperature == 0:
            nxt = logits.argmax(-1, keepdim=True)
        else:
            nxt = torch.multinomial(torch.softmax(logits / temperature, -1), 1, generator=generator)
        out = torch.cat((out, nxt), dim=1)
    return out
