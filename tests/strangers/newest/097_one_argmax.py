# mistake: Without a dimension, argmax finds one place in the whole batch.
# tasks: 4.4
# line: lm.py:58

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            best = logits.argmax() % logits.shape[-1]
            nxt = best.expand(tokens.shape[0], 1)
        else:
            logits = logits / temperature
            if top_k:
                kth = torch.topk(logits, min(top_k, logits.shape[-1]))[0][..., -1, None]
                logits = logits.masked_fill(logits < kth, -torch.inf)
            nxt = torch.multinomial(torch.softmax(logits, -1), 1, generator=generator)
        tokens = torch.cat([tokens, nxt], dim=1)
    return tokens
