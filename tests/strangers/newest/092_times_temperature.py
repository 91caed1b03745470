# mistake: The logits are multiplied by the temperature.
# tasks: 4.4
# line: lm.py:60

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    out = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            last = model(out[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = last.argmax(-1)
            else:
                last = last * temperature
                if top_k is not None and top_k < last.shape[-1]:
                    best = last.topk(top_k, dim=-1).indices
                    keep = torch.zeros_like(last, dtype=torch.bool).scatter(-1, best, True)
                    last = last.masked_fill(~keep, float("-inf"))
                new = torch.multinomial(last.softmax(-1), 1, generator=generator)[:, 0]
            out = torch.cat((out, new[:, None]), dim=1)
    return out
