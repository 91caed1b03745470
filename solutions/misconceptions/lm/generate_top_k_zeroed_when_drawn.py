NAME = "generate.top_k_zeroed_when_drawn"
SAYS = "Where words are drawn, those outside the top_k get the logit 0 instead of −∞, so they can still come."
HINT = "What is the probability of a word whose logit is 0?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    smallest_kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < smallest_kept, 0.0)
                probabilities = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
