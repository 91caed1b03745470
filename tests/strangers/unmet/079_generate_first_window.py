# mistake: A long text is cut to its FIRST context_length tokens, and the prediction is read at their end. The model has to be shown the last ones.
# tasks: 4.4
# line: lm.py:67

# ===== lm.py =====


def pick(logits, temperature, top_k, generator):
    if temperature == 0:
        return logits.argmax(dim=-1, keepdim=True)
    logits = logits / temperature
    if top_k is not None and top_k < logits.shape[-1]:
        cutoff = logits.sort(dim=-1, descending=True).values[:, top_k - 1 : top_k]
        logits = logits.masked_fill(logits < cutoff, float("-inf"))
    return torch.multinomial(torch.softmax(logits, dim=-1), 1, generator=generator)


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    text = prompt
    limit = model.context_length
    for _ in range(n_new):
        shown = text if text.shape[1] <= limit else text[:, :limit]
        logits = model(shown)
        text = torch.cat([text, pick(logits[:, -1], temperature, top_k, generator)], dim=1)
    return text
