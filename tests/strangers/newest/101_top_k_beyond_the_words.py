# mistake: A top_k above the vocabulary makes `topk` fail.
# tasks: 4.4
# line: lm.py:56

# ===== lm.py =====


def _sample(logits, temperature, top_k, generator):
    if temperature == 0:
        return logits.argmax(dim=-1, keepdim=True)
    if top_k is not None:
        kth = torch.topk(logits, top_k, dim=-1).values[..., -1:]
        logits = logits.masked_fill(logits < kth, float("-inf"))
    return torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1, generator=generator)


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    for _ in range(n_new):
        logits = model(prompt[:, -model.context_length :])[:, -1]
        prompt = torch.cat([prompt, _sample(logits, temperature, top_k, generator)], dim=1)
    return prompt
