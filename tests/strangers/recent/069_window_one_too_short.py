# mistake: The window holds one token fewer than the context length; the model must be shown the last context_length tokens.
# tasks: 4.4
# line: lm.py:57

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt.clone()
    limit = model.context_length
    for _ in range(n_new):
        start = max(0, tokens.shape[1] - limit + 1)
        logits = model(tokens[:, start:])[:, -1, :]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None and top_k < logits.shape[-1]:
                kth = logits.topk(top_k, dim=-1).values[:, -1:]
                logits = logits.masked_fill(logits < kth, float("-inf"))
            probs = torch.softmax(logits, dim=-1)
            new = torch.multinomial(probs, 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
