# mistake: The words outside the top_k get the logit 0, which can still be drawn; they must have probability 0, a logit of minus infinity.
# tasks: 4.4
# line: lm.py:63, 64

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            tokens = torch.cat([tokens, logits.argmax(-1, keepdim=True)], dim=1)
            continue
        if top_k is not None:
            k = min(top_k, logits.size(-1))
            values, indices = torch.topk(logits, k, dim=-1)
            kept = torch.zeros_like(logits)
            logits = kept.scatter(-1, indices, values)
        probs = F.softmax(logits / temperature, dim=-1)
        drawn = torch.multinomial(probs, num_samples=1, generator=generator)
        tokens = torch.cat([tokens, drawn], dim=1)
    return tokens
