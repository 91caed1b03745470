# mistake: The model is left in evaluation mode.
# tasks: 4.4
# line: lm.py:54

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    model.eval()
    tokens = prompt
    for _ in range(n_new):
        context = tokens[:, -model.context_length :]
        logits = model(context)[:, -1]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                k = min(top_k, logits.size(-1))
                smallest = torch.topk(logits, k, dim=-1).values[:, -1:]
                logits = torch.where(logits < smallest, float("-inf"), logits)
            new = torch.multinomial(torch.softmax(logits, dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
