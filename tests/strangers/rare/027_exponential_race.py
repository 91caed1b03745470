# A race of exponential times: the first word to arrive is drawn.
# 4.4

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    with torch.no_grad():
        row = prompt
        for _ in range(n_new):
            logits = model(row[:, -model.context_length :])[:, -1].double()
            if temperature > 0:
                logits = logits / temperature
            if top_k is not None and top_k < logits.shape[-1]:
                best = logits.topk(top_k, dim=-1)
                logits = torch.full_like(logits, -torch.inf).scatter(-1, best.indices, best.values)
            speeds = torch.softmax(logits, dim=-1)
            if temperature > 0:
                times = torch.empty_like(speeds).exponential_(generator=generator)
                word = (speeds / times).argmax(dim=-1, keepdim=True)
            else:
                word = logits.argmax(dim=-1, keepdim=True)
            row = torch.cat([row, word], dim=1)
    return row
