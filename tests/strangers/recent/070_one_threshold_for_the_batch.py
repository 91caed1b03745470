# mistake: The smallest of all rows' top_k logits is the threshold for every row, so most rows keep more than top_k words; each row needs its own threshold.
# tasks: 4.4
# line: lm.py:55

# ===== lm.py =====


def keep_top(logits, top_k):
    k = min(top_k, logits.size(-1))
    best, _ = torch.topk(logits, k, dim=-1)
    threshold = best.min()
    return torch.where(logits >= threshold, logits, torch.full_like(logits, float("-inf")))


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    out = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = out[:, -model.context_length :]
            last = model(window)[:, -1]
            if temperature == 0:
                nxt = last.argmax(-1, keepdim=True)
            else:
                if top_k is not None:
                    last = keep_top(last, top_k)
                nxt = torch.multinomial(F.softmax(last / temperature, dim=-1), num_samples=1, generator=generator)
            out = torch.cat((out, nxt), dim=1)
    return out
