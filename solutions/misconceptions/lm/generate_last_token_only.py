NAME = "generate.last_token_only"
SAYS = "The model is shown only the last token."
HINT = "Change an earlier word of the prompt. Does the next word change?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -1:]
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
    model.train(was_training)
    return tokens
