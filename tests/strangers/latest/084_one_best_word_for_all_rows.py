# mistake: Argmax without dim gives one flat index over all rows.
# tasks: 4.4
# line: lm.py:66

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    B = prompt.shape[0]
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = torch.argmax(logits).expand(B, 1)
            else:
                logits = logits / temperature
                if top_k is not None:
                    low = logits < logits.topk(min(top_k, logits.shape[1])).values[:, [-1]]
                    logits = logits.masked_fill(low, -torch.inf)
                new = torch.multinomial(torch.softmax(logits, 1), 1, generator=generator)
            tokens = torch.cat((tokens, new), 1)
    return tokens
