# mistake: <= removes the k-th word too: only top_k - 1 words are left.
# tasks: 4.4
# line: lm.py:70

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    seq = prompt
    with torch.inference_mode():
        for _ in range(n_new):
            scores = model(seq[:, -model.context_length :])[:, -1, :].clone()
            if temperature == 0:
                pick = scores.argmax(dim=-1, keepdim=True)
            else:
                scores = scores / temperature
                if top_k is not None and top_k < scores.size(-1):
                    limit = scores.topk(top_k).values[:, -1:]
                    scores[scores <= limit] = float("-inf")
                pick = torch.multinomial(scores.softmax(dim=-1), 1, generator=generator)
            seq = torch.cat([seq, pick], dim=1)
    return seq.clone()
