# mistake: The smallest top-k logit of the whole batch is the threshold for every row, so other rows keep more than k words.
# after: nanoGPT's v[:, [-1]] "simplified" to .min()
# tasks: 4.4
# says: Right for one row; in a batch, whose k-th largest logit is it that you compare with?
# line: lm.py:54

# ===== lm.py =====


def keep_top(logits: Tensor, k: int) -> Tensor:
    k = min(k, logits.shape[-1])
    threshold = torch.topk(logits, k, dim=-1).values.min()
    return torch.where(logits >= threshold, logits, torch.full_like(logits, float("-inf")))


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    ids = prompt
    for _ in range(n_new):
        logits = model(ids[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            next_ids = logits.argmax(-1, keepdim=True)
        else:
            if top_k:
                logits = keep_top(logits, top_k)
            probs = torch.softmax(logits / temperature, dim=-1)
            next_ids = torch.multinomial(probs, 1, generator=generator)
        ids = torch.cat([ids, next_ids], dim=-1)
    return ids
