# mistake: The probabilities are divided by the temperature, and multinomial undoes that by scaling them. The logits have to be divided before the softmax.
# tasks: 4.4
# line: lm.py:64, 65

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt.clone()
    for _ in range(n_new):
        window = tokens[:, -model.context_length :]
        logits = model(window)[:, -1, :]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            if top_k is not None and top_k < logits.shape[-1]:
                smallest = logits.topk(top_k, dim=-1).values[:, -1:]
                logits = logits.masked_fill(logits < smallest, float("-inf"))
            probs = torch.softmax(logits, dim=-1)
            probs = probs / temperature
            new = torch.multinomial(probs, 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
