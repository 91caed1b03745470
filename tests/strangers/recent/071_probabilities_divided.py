# mistake: The probabilities are divided by the temperature after the softmax, which multinomial scales away again, so it has no effect; the logits must be divided.
# tasks: 4.4
# line: lm.py:61, 62

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    sequence = prompt
    for step in range(n_new):
        context = sequence[:, -model.context_length :]
        next_logits = model(context)[:, -1, :]
        if temperature == 0:
            choice = torch.argmax(next_logits, dim=-1, keepdim=True)
        else:
            probabilities = torch.softmax(next_logits, dim=-1)
            probabilities = probabilities / temperature
            if top_k is not None:
                k = min(top_k, probabilities.shape[-1])
                values, places = probabilities.topk(k, dim=-1)
                probabilities = torch.zeros_like(probabilities).scatter(-1, places, values)
            choice = torch.multinomial(probabilities, 1, generator=generator)
        sequence = torch.cat([sequence, choice], dim=-1)
    return sequence
