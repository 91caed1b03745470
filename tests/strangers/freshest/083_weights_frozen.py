# mistake: Gradients are switched off at the parameters themselves, and these stay frozen after the call.
# tasks: 4.4
# line: lm.py:53, 54

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1].detach()
        if temperature == 0:
            chosen = logits.argmax(dim=-1, keepdim=True)
        else:
            k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
            values, words = logits.topk(k, dim=-1)
            pick = torch.multinomial((values / temperature).softmax(dim=-1), 1, generator=generator)
            chosen = words.gather(1, pick)
        tokens = torch.cat([tokens, chosen], dim=1)
    return tokens
