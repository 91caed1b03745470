# mistake: The rank among the top_k is taken for the word itself.
# tasks: 4.4
# line: lm.py:62

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    seq = prompt
    for _ in range(n_new):
        logits = model(seq[:, -model.context_length :])[:, -1]
        if temperature == 0:
            token = logits.argmax(dim=-1, keepdim=True)
        else:
            k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
            values, words = torch.topk(logits / temperature, k, dim=-1)
            token = torch.multinomial(torch.softmax(values, dim=-1), 1, generator=generator)
        seq = torch.cat([seq, token], dim=-1)
    return seq
