# mistake: The window is cut from the prompt once, before the loop, so every new word is predicted from the prompt alone; each new token must be appended before the next is predicted.
# tasks: 4.4
# line: lm.py:55, 57

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt.clone()
    window = tokens[:, -model.context_length :]
    for _ in range(n_new):
        logits = model(window)[:, -1]
        if top_k is not None:
            k = min(top_k, logits.shape[-1])
            lowest = logits.sort(dim=-1, descending=True).values[:, k - 1 : k]
            logits = logits.masked_fill(logits < lowest, float("-inf"))
        if temperature > 0:
            p = F.softmax(logits / temperature, dim=-1)
            new = torch.multinomial(p, 1, generator=generator)
        else:
            new = logits.argmax(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
