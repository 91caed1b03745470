# mistake: The logits are multiplied by the temperature instead of divided by it.
# after: temperature-bug fixes such as EricGuo5513/momask-codes pull 28
# tasks: 4.4
# line: lm.py:64
# sentence: The distribution of what is drawn: softmax(logits / temperature), with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.embed 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    training = model.training
    model.eval()
    out = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(out[:, -model.context_length :])[:, -1]
            if temperature == 0:
                token = logits.argmax(-1, keepdim=True)
            else:
                logits = logits * temperature
                if top_k is not None:
                    kth = logits.topk(min(top_k, logits.size(-1))).values[:, -1:]
                    logits = logits.masked_fill(logits < kth, -float("inf"))
                token = torch.multinomial(logits.softmax(-1), 1, generator=generator)
            out = torch.cat([out, token], dim=1)
    model.train(training)
    return out
