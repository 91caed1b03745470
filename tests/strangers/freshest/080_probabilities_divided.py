# mistake: The probabilities are divided by the temperature, not the logits; drawing rescales them, so nothing changes.
# tasks: 4.4
# line: lm.py:64

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k is not None and top_k < logits.shape[1]:
            keep = logits.topk(top_k, dim=1).indices
            outside = torch.ones_like(logits, dtype=torch.bool).scatter(1, keep, False)
            logits = logits.masked_fill(outside, float("-inf"))
        if temperature == 0:
            next_token = logits.argmax(dim=1, keepdim=True)
        else:
            probs = F.softmax(logits, dim=1) / temperature
            next_token = torch.multinomial(probs, 1, generator=generator)
        tokens = torch.cat([tokens, next_token], dim=1)
    return tokens
