# mistake: The window reaches one place too far: it includes the place still to be filled.
# tasks: 4.4
# line: lm.py:65

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    B, n = prompt.shape
    out = torch.zeros(B, n + n_new, dtype=torch.int64, device=prompt.device)
    out[:, :n] = prompt
    for t in range(n, n + n_new):
        with torch.no_grad():
            logits = model(out[:, max(0, t + 1 - model.context_length) : t + 1])[:, -1]
        if temperature == 0:
            out[:, t] = logits.argmax(dim=-1)
            continue
        logits = logits / temperature
        if top_k is not None:
            threshold = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
            logits = logits.masked_fill(logits < threshold, -torch.inf)
        out[:, t] = torch.multinomial(logits.softmax(dim=-1), 1, generator=generator).squeeze(1)
    return out
