NAME = "generate.stops_at_word_0"
SAYS = "Generation ends when word 0 is drawn."
HINT = "How many new words come after a 0?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if top_k is not None:
                logits = logits.masked_fill(
                    logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf
                )
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
            if (new == 0).all():
                break
    model.train(was)
    return tokens
