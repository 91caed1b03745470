NAME = "generate.crop_once"
SAYS = "Only the prompt is cut to the context length; the window grows beyond it with the new tokens."
HINT = "How many tokens does the model see after many new ones?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_training = model.training
    model.eval()
    tokens = prompt
    window = prompt[:, -model.context_length :]
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
            window = torch.cat([window, new], dim=1)
    model.train(was_training)
    return tokens
