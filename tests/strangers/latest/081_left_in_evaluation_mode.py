# mistake: The model is put into evaluation mode and left there.
# tasks: 4.4
# line: lm.py:60

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    model.eval()
    x = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(x[:, -model.context_length :])[:, -1]
            if temperature == 0:
                nxt = logits.max(dim=-1).indices[:, None]
            else:
                logits = logits / temperature
                if top_k is not None:
                    kept = logits.topk(min(top_k, logits.size(-1)), dim=-1)
                    logits = torch.full_like(logits, -torch.inf).scatter(-1, kept.indices, kept.values)
                nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
            x = torch.cat([x, nxt], 1)
    return x
