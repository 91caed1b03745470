# mistake: Gradients are switched off for the whole program and never switched on again; torch.is_grad_enabled() must be as before the call.
# tasks: 4.4
# line: lm.py:53, 67

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    torch.set_grad_enabled(False)
    generated = prompt.clone()
    for _ in range(n_new):
        visible = generated[:, -model.context_length :]
        logits = model(visible)[:, -1, :]
        if temperature == 0:
            word = logits.argmax(dim=-1)
        else:
            scaled = logits / temperature
            if top_k is not None and top_k < scaled.size(-1):
                smallest = torch.topk(scaled, top_k).values[:, [-1]]
                scaled = scaled.masked_fill(scaled < smallest, -torch.inf)
            word = torch.multinomial(scaled.softmax(dim=-1), 1, generator=generator).squeeze(1)
        generated = torch.cat([generated, word.unsqueeze(1)], dim=1)
    return generated
