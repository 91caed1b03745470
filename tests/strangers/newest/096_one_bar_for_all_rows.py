# mistake: One bar serves all rows: the lowest of all of them.
# tasks: 4.4
# line: lm.py:61

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    result = prompt
    for _ in range(n_new):
        logits = model(result[:, -model.context_length :])[:, -1]
        if temperature == 0:
            choice = logits.argmax(dim=1)
        else:
            if top_k is not None:
                bar = logits.topk(min(top_k, logits.shape[1])).values.min()
                logits = logits.masked_fill(logits < bar, float("-inf"))
            p = torch.softmax(logits / temperature, dim=1)
            choice = torch.multinomial(p, 1, generator=generator).squeeze(1)
        result = torch.cat([result, choice.unsqueeze(1)], dim=1)
    return result
