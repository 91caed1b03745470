NAME = "generate.window_rolled"
SAYS = "The window is a copy of the prompt's end and rolls on in place; words are ranked for top_k."
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    mode = model.training
    model.eval()
    try:
        with torch.no_grad():
            out = prompt.clone()
            window = prompt[:, -model.context_length :].clone()
            for _ in range(n_new):
                logits = model(window)[:, -1, :]
                if temperature == 0:
                    nxt = torch.max(logits, dim=-1, keepdim=True).indices
                else:
                    logits = logits / temperature
                    if top_k is not None:
                        order = logits.argsort(dim=-1, descending=True)
                        ranks = order.argsort(dim=-1)
                        logits = logits.masked_fill(ranks >= top_k, -torch.inf)
                    nxt = torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)
                out = torch.cat((out, nxt), dim=1)
                if window.shape[1] == model.context_length:
                    window = torch.roll(window, -1, dims=1)
                    window[:, -1:] = nxt
                else:
                    window = torch.cat((window, nxt), dim=1)
    finally:
        model.train(mode)
    return out
