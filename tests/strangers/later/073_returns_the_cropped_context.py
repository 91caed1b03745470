# mistake: The crop to the context overwrites the row itself, so the beginning of the text is lost from the result.
# after: "idx_cond" of nanoGPT folded back into idx
# tasks: 4.4
# says: Count the tokens of your result when prompt and new tokens are longer than the context: where did the first ones go?
# line: lm.py:64

# ===== lm.py =====


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    idx = prompt
    for _ in range(n_new):
        # crop to the last context_length tokens
        idx = idx if idx.size(1) <= model.context_length else idx[:, -model.context_length :]
        logits = model(idx)[:, -1, :]
        if top_k is not None:
            v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
            logits[logits < v[:, [-1]]] = -float("Inf")
        if temperature == 0:
            idx_next = torch.argmax(logits, dim=-1, keepdim=True)
        else:
            idx_next = torch.multinomial(F.softmax(logits / temperature, dim=-1), 1, generator=generator)
        idx = torch.cat((idx, idx_next), dim=1)
    return idx
