# mistake: One word is drawn, from the first row's probabilities, and appended to every row. Each row has to be drawn by itself.
# tasks: 4.4
# line: lm.py:66

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    B = prompt.shape[0]
    for _ in range(n_new):
        logits = model(prompt[:, -model.context_length :])[:, -1]
        if temperature == 0:
            next_word = logits.argmax(dim=-1)
        else:
            logits = logits / temperature
            if top_k is not None:
                k = min(top_k, logits.shape[-1])
                limit = torch.topk(logits, k).values[:, k - 1].unsqueeze(1)
                logits[logits < limit] = float("-inf")
            probs = F.softmax(logits, dim=-1)
            next_word = torch.multinomial(probs[0], 1, generator=generator).expand(B)
        prompt = torch.cat([prompt, next_word.unsqueeze(1)], dim=1)
    return prompt
