# mistake: The model is always put into training mode at the end, even if it came in evaluation mode; model.training must be as before the call.
# tasks: 4.4
# line: lm.py:68

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            vocab = logits.shape[-1]
            if top_k is not None:
                keep = logits.topk(min(top_k, vocab), dim=-1).indices
                allowed = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, keep, True)
                logits = logits.masked_fill(~allowed, float("-inf"))
            if temperature == 0:
                nxt = logits.argmax(-1, keepdim=True)
            else:
                nxt = torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)
            tokens = torch.cat([tokens, nxt], 1)
    model.train()
    return tokens
