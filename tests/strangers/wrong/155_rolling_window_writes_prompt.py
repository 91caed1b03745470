# mistake: The slice of the prompt is a view: when it is full, the rolling window is shifted inside the caller's prompt.
# after: views that share memory, discuss.pytorch.org 'slicing modifies the original tensor'
# tasks: 4.4
# line: lm.py:71
# sentence: The prompt tensor is not changed.
# takes: TransformerLM.forward 2, next_token_loss 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    result = [prompt.clone()]
    window = prompt[:, -model.context_length :]
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(window)[:, -1]
            if temperature == 0:
                new = logits.argmax(-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    kth = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
                    logits = logits.masked_fill(logits < kth, float("-inf"))
                new = torch.multinomial(logits.softmax(-1), 1, generator=generator)
            result.append(new)
            if window.shape[1] < model.context_length:
                window = torch.cat([window, new], dim=1)
            else:
                window[:, :-1] = window[:, 1:].clone()
                window[:, -1:] = new
    return torch.cat(result, dim=1)
