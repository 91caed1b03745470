# mistake: After the call the model is always put into training mode, whatever mode it was in before.
# after: nanoGPT's model.eval() … model.train() pair
# tasks: 4.4
# says: Hand over a model in evaluation mode: in which mode do you give it back?
# line: lm.py:73

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
    model.eval()
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            top_k = 1
        else:
            logits = logits / temperature
        k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
        values, words = logits.topk(k, dim=-1)
        drawn = torch.multinomial(values.softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, words.gather(1, drawn)], dim=1)
    model.train()
    return tokens
