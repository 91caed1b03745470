# Gumbel-max in double, topk threshold by sort, requires_grad_ untouched
# 4.4

# ===== lm.py =====


def gumbel_like(t, generator):
    # -log of a standard exponential
    return -torch.empty_like(t).exponential_(generator=generator).log()


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    with torch.no_grad():
        seq = prompt.clone()
        for _ in range(n_new):
            scores = model(seq[:, -model.context_length:])[:, -1].double()
            if top_k is not None:
                descending, _ = scores.sort(dim=-1, descending=True)
                kth = descending[:, min(top_k, scores.size(-1)) - 1].unsqueeze(1)
                scores = scores.masked_fill(scores.lt(kth), float("-inf"))
            if temperature > 0:
                scores = scores / temperature + gumbel_like(scores, generator)
            seq = torch.hstack([seq, scores.argmax(dim=1, keepdim=True)])
        return seq
