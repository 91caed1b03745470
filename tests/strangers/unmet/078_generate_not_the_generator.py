# mistake: The generator is not handed to multinomial, so the words are drawn with PyTorch's own random numbers. They have to come from the generator that is given.
# tasks: 4.4
# line: lm.py:65

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    greedy = temperature == 0 or top_k == 1
    if generator is None:
        generator = torch.default_generator
    tokens = prompt
    while tokens.shape[1] < prompt.shape[1] + n_new:
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if greedy:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
            best, words = (logits / temperature).topk(k, dim=-1)
            drawn = torch.multinomial(best.softmax(dim=-1), 1)
            new = words.gather(-1, drawn)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
