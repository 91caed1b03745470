# mistake: Words outside the top_k get a logit of 0, so they can still be drawn.
# tasks: 4.4
# line: lm.py:64

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            nxt = logits.argmax(-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                k = min(top_k, logits.size(-1))
                bar = logits.sort(dim=-1, descending=True).values[:, k - 1 : k]
                logits = torch.where(logits >= bar, logits, torch.zeros_like(logits))
            nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
        tokens = torch.cat([tokens, nxt], 1)
    return tokens
