# Generates each row of the batch completely before the next
# 4.4
# ambiguous: "model: maps (B, n) int64 tokens to (B, n, vocab_size) logits": calling it with B = 1 for each row obeys this, if B is free

# ===== lm.py =====


def _continue_row(model, row, n_new, temperature, top_k, generator):
    for _ in range(n_new):
        logits = model(row[-model.context_length:].unsqueeze(0))[0, -1]
        if temperature == 0 or top_k == 1:
            new = torch.argmax(logits)
        else:
            if top_k is not None:
                words = logits.topk(min(top_k, len(logits))).indices
            else:
                words = torch.arange(len(logits), device=logits.device)
            p = torch.softmax(logits[words] / temperature, dim=0)
            new = words[torch.multinomial(p, 1, generator=generator)[0]]
        row = torch.cat([row, new.reshape(1)])
    return row


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    rows = [_continue_row(model, row, n_new, temperature, top_k, generator) for row in prompt]
    return torch.stack(rows)
