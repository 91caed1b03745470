# mistake: The model is always left in training mode. model.training has to be the same after the call as before.
# tasks: 4.4
# line: lm.py:53, 68

# ===== lm.py =====


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    model.eval()
    sequence = prompt
    for _ in range(n_new):
        with torch.no_grad():
            last = model(sequence[:, -model.context_length :])[:, -1, :]
        if top_k is not None:
            k = min(top_k, last.shape[-1])
            values, indices = last.topk(k, dim=-1)
            kept = torch.full_like(last, float("-inf"))
            last = kept.scatter(-1, indices, values)
        if temperature == 0:
            word = last.argmax(-1, keepdim=True)
        else:
            word = torch.multinomial((last / temperature).softmax(-1), 1, generator=generator)
        sequence = torch.cat([sequence, word], dim=-1)
    model.train()
    return sequence
