# mistake: The model is put into training mode at the end, whatever mode it came in.
# tasks: 4.4
# line: lm.py:67

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    model.eval()
    seq = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(seq[:, -model.context_length :])[:, -1, :]
            if temperature == 0:
                nxt = logits.argmax(-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None and top_k < logits.size(-1):
                    cut = logits.sort(dim=-1, descending=True).values[:, top_k - 1, None]
                    logits = logits.masked_fill(logits < cut, -torch.inf)
                nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
            seq = torch.cat((seq, nxt), dim=-1)
    model.train()
    return seq
