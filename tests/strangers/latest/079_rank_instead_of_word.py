# mistake: What is drawn is a rank among the top words, and it is appended as if it were the word.
# tasks: 4.4
# line: lm.py:69

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    result = prompt
    for _ in range(n_new):
        with torch.no_grad():
            logits = model(result[:, -model.context_length :])[:, -1]
        k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
        if temperature == 0:
            token = logits.argmax(dim=-1, keepdim=True)
        else:
            best, words = logits.topk(k, dim=-1)
            token = torch.multinomial(torch.softmax(best / temperature, dim=-1), 1, generator=generator)
        result = torch.cat([result, token], dim=-1)
    return result
