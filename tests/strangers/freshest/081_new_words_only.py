# mistake: Only the new tokens are returned; the prompt is to come first.
# tasks: 4.4
# line: lm.py:55, 67

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    text = prompt
    new = prompt[:, :0]
    for _ in range(n_new):
        logits = model(text[:, -model.context_length :])[:, -1]
        if top_k is not None:
            smallest = logits.topk(min(top_k, logits.shape[-1])).values[:, -1].unsqueeze(1)
            logits = torch.where(logits >= smallest, logits, torch.full_like(logits, float("-inf")))
        if temperature == 0:
            word = torch.argmax(logits, dim=-1).unsqueeze(1)
        else:
            word = torch.multinomial(torch.softmax(logits / temperature, -1), 1, generator=generator)
        text = torch.cat([text, word], dim=1)
        new = torch.cat([new, word], dim=1)
    return new
