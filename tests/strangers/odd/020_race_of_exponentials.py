# generate draws by a race: probabilities divided by exponential noise, the largest wins.

# ===== lm.py =====


def _next(logits, temperature, top_k, generator):
    if temperature == 0 or top_k == 1:
        return logits.argmax(dim=-1)
    k = min(top_k or logits.shape[-1], logits.shape[-1])
    values, words = logits.double().sort(dim=-1, descending=True)
    probs = (values[:, :k] / temperature).softmax(dim=-1)
    noise = torch.empty_like(probs).exponential_(generator=generator)
    winner = (probs / noise).argmax(dim=-1, keepdim=True)
    return words.gather(-1, winner)[:, 0]


@torch.inference_mode()
def _continued(model, prompt, n_new, temperature, top_k, generator):
    b, n = prompt.shape
    text = prompt.new_empty(b, n + n_new)
    text[:, :n] = prompt
    for end in range(n, n + n_new):
        window = text[:, max(0, end - model.context_length) : end].clone()
        text[:, end] = _next(model(window)[:, -1], temperature, top_k, generator)
    return text


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    return _continued(model, prompt, n_new, temperature, top_k, generator).clone()
