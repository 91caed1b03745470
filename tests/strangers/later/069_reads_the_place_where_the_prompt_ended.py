# mistake: The logits are always read at the prompt's last place, also when the row has grown.
# after: plain-number error: an index computed before the loop (mistake over two lines)
# tasks: 4.4
# says: After three new tokens, at which place do you read the prediction, and which place is the last?
# line: lm.py:62, 64

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
    last = min(prompt.shape[1], model.context_length) - 1
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, last, :]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            if top_k is not None:
                kth = torch.topk(logits, min(top_k, logits.shape[-1])).values[:, -1:]
                logits = logits.masked_fill(logits < kth, float("-inf"))
            new = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
