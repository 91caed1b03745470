# Monte-Carlo person: inverse CDF sampling with searchsorted in float64
# 4.3 4.4

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logp = logits.log_softmax(-1)[:, :-1]
    picked = logp.gather(2, tokens[:, 1:, None])
    return -picked.mean()


def _draw(probs, generator):
    cdf = probs.double().cumsum(-1)
    u = torch.rand(probs.shape[0], 1, dtype=torch.float64, device=probs.device, generator=generator)
    idx = torch.searchsorted(cdf, u * cdf[:, -1:], right=True)
    return idx.clamp(max=probs.shape[-1] - 1)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        vocab = logits.shape[-1]
        if temperature == 0:
            new = logits.argmax(-1, keepdim=True)
        else:
            k = vocab if top_k is None else min(top_k, vocab)
            top, where = logits.topk(k, dim=-1)
            new = where.gather(1, _draw((top / temperature).softmax(-1), generator))
        tokens = torch.cat([tokens, new], 1)
    return tokens
