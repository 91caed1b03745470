# mistake: The logits are always read at the place where the prompt ended, not at the last place of the window.
# tasks: 4.4
# line: lm.py:55, 57

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    last = min(prompt.shape[1], model.context_length) - 1
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, last]
        if top_k is not None:
            kth = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
            logits = logits.masked_fill(logits < kth, float("-inf"))
        if temperature == 0:
            nxt = logits.argmax(dim=-1, keepdim=True)
        else:
            nxt = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, nxt], dim=1)
    return tokens
