NAME = "generate.gradients_left_off"
SAYS = "Gradients are switched off for all code and stay so after the call."
HINT = "Print torch.is_grad_enabled() after the call."
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
    model.train(was)
    return tokens
