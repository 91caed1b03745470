# mistake: The probabilities, not the logits, are divided by the temperature; multinomial rescales them, so it has no effect.
# after: wrong order of two steps
# tasks: 4.4
# says: If all probabilities are divided by the same number and then rescaled to sum to 1, what has changed?
# line: lm.py:71

# ===== lm.py =====


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt
    for step in range(n_new):
        window = out[:, -model.context_length :]
        logits = model(window)[:, -1, :]
        if temperature == 0:
            choice = logits.argmax(dim=-1)
        else:
            if top_k is not None and top_k < logits.shape[-1]:
                kth_best = logits.sort(dim=-1, descending=True).values[:, top_k - 1]
                logits = logits.masked_fill(logits < kth_best[:, None], -torch.inf)
            probs = logits.softmax(dim=-1) / temperature
            choice = torch.multinomial(probs, 1, generator=generator).squeeze(1)
        out = torch.cat([out, choice[:, None]], dim=1)
    return out
