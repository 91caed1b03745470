NAME = "generate.window_written_over"
SAYS = "The window is a view of the prompt, and is shifted in place once it is full: that changes the caller's prompt."
HINT = "Give a prompt as long as the context and print it after the call. Which line wrote into it?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_training = model.training
    model.eval()
    drawn = [prompt.clone()]
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
            drawn.append(new)
            if window.shape[1] < model.context_length:
                window = torch.cat([window, new], dim=1)
            else:
                window[:, :-1] = window[:, 1:].clone()
                window[:, -1:] = new
    model.train(was_training)
    return torch.cat(drawn, dim=1)
