# each row is written to its end before the next, in a list of Python numbers
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
    written = []
    with torch.no_grad():
        for row in prompt.tolist():
            for _ in range(n_new):
                seen = torch.tensor([row[-model.context_length :]], device=prompt.device)
                logits = model(seen)[0, -1]
                order = logits.argsort(descending=True)[:top_k]
                if temperature == 0:
                    row.append(int(order[0]))
                else:
                    p = torch.softmax(logits[order] / temperature, dim=0)
                    row.append(int(order[torch.multinomial(p, 1, generator=generator)]))
            written.append(row)
    return torch.tensor(written, dtype=prompt.dtype, device=prompt.device)
