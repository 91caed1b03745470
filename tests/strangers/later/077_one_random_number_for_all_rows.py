# mistake: One random number is drawn per step and shared by all rows, so the rows are not drawn by themselves.
# after: inverse-CDF sampling by hand, broadcasting
# tasks: 4.4
# says: Give the same prompt in eight rows and no top_k: why do all eight rows continue alike?
# line: lm.py:71

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
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            if top_k is not None:
                floor = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                logits = torch.where(logits < floor, -torch.inf, logits)
            cumulative = torch.softmax(logits / temperature, dim=-1).cumsum(dim=-1)
            dart = torch.rand(1, generator=generator, device=prompt.device)
            new = (cumulative <= dart * cumulative[:, -1:]).sum(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
