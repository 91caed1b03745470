NAME = "generate.top_k_of_batch"
SAYS = "The k largest logits are taken from the whole batch instead of from each row."
HINT = "Give two rows whose logits lie far apart. How many words are left in each?"
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
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.flatten().topk(top_k).values[-1]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
