# mistake: The window starts one token too late.
# tasks: 4.4
# line: lm.py:56

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        start = max(0, tokens.shape[1] - model.context_length + 1)
        logits = model(tokens[:, start:])[:, -1]
        if temperature == 0:
            nxt = logits.argmax(-1, keepdim=True)
        else:
            probs = torch.softmax(logits / temperature, dim=-1)
            if top_k is not None:
                p, i = probs.topk(min(top_k, probs.shape[-1]), dim=-1)
                probs = torch.zeros_like(probs).scatter_(-1, i, p)
                probs = probs / probs.sum(-1, keepdim=True)
            nxt = torch.multinomial(probs, 1, generator=generator)
        tokens = torch.cat([tokens, nxt], dim=-1)
    return tokens
