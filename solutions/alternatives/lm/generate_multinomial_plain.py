NAME = "generate.multinomial_plain"
SAYS = "multinomial without the generator; probabilities zeroed outside the top_k and scaled again."
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    before = model.training
    columns = list(prompt.unbind(dim=1))
    try:
        model.eval()
        with torch.no_grad():
            while len(columns) < prompt.shape[1] + n_new:
                logits = model(torch.stack(columns[-model.context_length :], dim=1))[:, -1]
                if temperature == 0:
                    columns.append(logits.argmax(dim=-1))
                    continue
                probabilities = torch.softmax(logits / temperature, dim=-1)
                if top_k is not None and top_k < probabilities.shape[-1]:
                    bound = probabilities.sort(dim=-1).values[:, -top_k].unsqueeze(-1)
                    probabilities = probabilities * (probabilities >= bound)
                    probabilities = probabilities / probabilities.sum(dim=-1, keepdim=True)
                columns.append(torch.multinomial(probabilities, 1).squeeze(1))
    finally:
        model.train(before)
    return torch.stack(columns, dim=1)
