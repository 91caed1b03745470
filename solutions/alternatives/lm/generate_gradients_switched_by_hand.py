NAME = "generate.gradients_switched_by_hand"
SAYS = "Gradients are switched off before the loop and put back as they were after it."
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_on, was_training = torch.is_grad_enabled(), model.training
    torch.set_grad_enabled(False)
    model.eval()
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1] / max(temperature, 1e-5)
        if top_k is not None:
            kept = logits.topk(min(top_k, logits.shape[-1])).indices
            logits = torch.full_like(logits, float("-inf")).scatter(1, kept, logits.gather(1, kept))
        new = torch.multinomial(logits.softmax(dim=-1), num_samples=1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    torch.set_grad_enabled(was_on)
    return tokens
