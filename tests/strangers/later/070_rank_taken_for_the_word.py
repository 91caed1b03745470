# mistake: With top_k the draw is a rank among the top words, and it is appended as if it were the word's number.
# after: own invention, a forum question (mistake over two lines)
# tasks: 4.4
# says: With top_k = 3 your new tokens are only ever 0, 1 or 2: what does topk's second result hold?
# line: lm.py:68, 70

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    sequence = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(sequence[:, -model.context_length :])[:, -1]
            if temperature == 0:
                word = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    logits, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                probs = F.softmax(logits / temperature, dim=-1)
                word = torch.multinomial(probs, num_samples=1, generator=generator)
            sequence = torch.cat((sequence, word), dim=1)
    return sequence
