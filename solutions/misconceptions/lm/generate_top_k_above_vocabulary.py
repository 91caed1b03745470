NAME = "generate.top_k_above_vocabulary"
SAYS = "top_k above the vocabulary size raises an error."
HINT = "Call generate with top_k = 1000. What does the stub say about that?"
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
