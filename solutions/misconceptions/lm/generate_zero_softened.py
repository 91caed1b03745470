NAME = "generate.zero_softened"
SAYS = "Temperature 0 is replaced by a small number, at which words with a smaller logit are still drawn now and then."
HINT = "How do you find the largest of some numbers without dividing by anything?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None:
                kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                logits = logits.masked_fill(logits < kept, float("-inf"))
            probabilities = torch.softmax(logits / max(temperature, 0.05), dim=-1)
            new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
