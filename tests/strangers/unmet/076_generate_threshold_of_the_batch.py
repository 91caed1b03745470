# mistake: The top_k threshold is the smallest over all rows of the batch, so some rows keep more than top_k words. Each row needs a threshold of its own.
# tasks: 4.4
# line: lm.py:65, 66

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    out = prompt
    with torch.no_grad():
        for step in range(n_new):
            logits = model(out[:, -model.context_length :])[:, -1]
            if temperature == 0:
                chosen = torch.argmax(logits, dim=-1)
                out = torch.cat((out, chosen[:, None]), dim=1)
                continue
            logits = logits / temperature
            if top_k is not None:
                k = min(top_k, logits.size(-1))
                best, _ = torch.topk(logits, k, dim=-1)
                threshold = best.min()
                logits = torch.where(logits < threshold, torch.full_like(logits, -torch.inf), logits)
            chosen = torch.multinomial(logits.softmax(dim=-1), num_samples=1, generator=generator)
            out = torch.cat((out, chosen), dim=1)
    return out
