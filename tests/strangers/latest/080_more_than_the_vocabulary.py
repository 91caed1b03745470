# mistake: Topk fails where top_k is larger than the vocabulary.
# tasks: 4.4
# line: lm.py:67

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    @torch.no_grad()
    def step(sequence):
        logits = model(sequence[:, -model.context_length :])[:, -1]
        if temperature == 0:
            return logits.argmax(-1, keepdim=True)
        logits = logits / temperature
        if top_k is not None:
            values, _ = torch.topk(logits, top_k)
            logits = torch.where(logits >= values[:, -1:], logits, -torch.inf)
        return torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)

    sequence = prompt
    for _ in range(n_new):
        sequence = torch.cat([sequence, step(sequence)], dim=1)
    return sequence
