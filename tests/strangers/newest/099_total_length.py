# mistake: The loop stops at n_new tokens in all, not at n_new more.
# tasks: 4.4
# line: lm.py:55

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt.clone()
    while tokens.shape[1] < n_new:
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            pick = logits.argmax(-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                threshold = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
                logits = logits.masked_fill(logits < threshold, float("-inf"))
            pick = torch.multinomial(F.softmax(logits, -1), 1, generator=generator)
        tokens = torch.cat((tokens, pick), 1)
    return tokens
