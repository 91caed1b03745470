# mistake: One word is drawn from the first row's probabilities and given to every row.
# tasks: 4.4
# line: lm.py:65, 66

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            next_word = logits.argmax(dim=-1)[:, None]
        else:
            logits = logits / temperature
            if top_k is not None:
                kth = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
                logits = logits.masked_fill(logits < kth, float("-inf"))
            probs = torch.softmax(logits, dim=-1)
            drawn = torch.multinomial(probs[0], 1, generator=generator)
            next_word = drawn.expand(tokens.shape[0], 1)
        tokens = torch.cat([tokens, next_word], dim=1)
    return tokens
