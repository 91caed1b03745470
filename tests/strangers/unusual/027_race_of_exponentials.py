# draws by a race of exponential numbers
# 4.4

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    def pick(logits):
        if temperature == 0:
            return logits.argmax(-1, keepdim=True)
        if top_k is not None and top_k < logits.shape[-1]:
            values, words = logits.topk(top_k)
            logits = torch.full_like(logits, -torch.inf).scatter_(-1, words, values)
        probabilities = torch.softmax(logits.double() / temperature, -1)
        arrivals = torch.empty_like(probabilities).exponential_(1, generator=generator)
        return (probabilities / arrivals).argmax(-1, keepdim=True)

    text = prompt
    for _ in range(n_new):
        with torch.no_grad():
            prediction = model(text[:, -model.context_length :])
        text = torch.cat((text, pick(prediction[:, -1])), dim=1)
    return text
