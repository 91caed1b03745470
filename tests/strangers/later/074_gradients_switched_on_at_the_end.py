# mistake: Recording of gradients is always switched on at the end, also when the caller had switched it off.
# after: own invention (set_grad_enabled instead of a with-block)
# tasks: 4.4
# says: Call generate inside torch.no_grad() and ask torch.is_grad_enabled() afterwards: is it as before?
# line: lm.py:73

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    torch.set_grad_enabled(False)
    result = prompt
    for _ in range(n_new):
        scores = model(result[:, -model.context_length :])[:, -1]
        if temperature == 0:
            winner = scores.argmax(dim=-1, keepdim=True)
        else:
            scores = scores / temperature
            if top_k is not None:
                best = scores.topk(min(top_k, scores.shape[-1]), dim=-1)
                scores = torch.full_like(scores, -torch.inf).scatter(-1, best.indices, best.values)
            winner = torch.multinomial(scores.softmax(-1), 1, generator=generator)
        result = torch.cat([result, winner], dim=1)
    torch.set_grad_enabled(True)
    return result
