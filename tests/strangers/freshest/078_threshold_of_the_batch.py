# mistake: The k largest logits are taken from the whole batch, so rows share one threshold.
# tasks: 4.4
# line: lm.py:55

# ===== lm.py =====


def _filter(logits, k):
    if k is None or k >= logits.shape[-1]:
        return logits
    best = torch.topk(logits.flatten(), k).values
    return torch.where(logits < best.min(), -float("inf"), logits)


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    out = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(out[:, -model.context_length :])[:, -1]
            if temperature == 0:
                word = logits.argmax(-1)
            else:
                scaled = _filter(logits, top_k) / temperature
                word = torch.multinomial(scaled.softmax(-1), 1, generator=generator).squeeze(1)
            out = torch.hstack([out, word[:, None]])
    return out
