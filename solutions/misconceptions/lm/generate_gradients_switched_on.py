NAME = "generate.gradients_switched_on"
SAYS = "Gradients are switched on at the end of the call, also for a caller who had them off."
HINT = "Call generate inside torch.no_grad() and print torch.is_grad_enabled() after it."
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was = model.training
    model.eval()
    torch.set_grad_enabled(False)
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf)
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    torch.set_grad_enabled(True)
    model.train(was)
    return tokens
