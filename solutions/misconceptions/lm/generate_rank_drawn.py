NAME = "generate.rank_drawn"
SAYS = "The logits are sorted, with and without top_k, and the rank that is drawn is taken for the word itself."
HINT = "Which word is number 0 of a sorted list, and which word is appended when 0 is drawn?"
SECTION = "4.4"
LOSES = ["4.4"]
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                best = logits.sort(dim=-1, descending=True).values[:, :top_k]
                new = torch.multinomial(torch.softmax(best / temperature, dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    return tokens
