# mistake: Temperature 0 becomes 0.05: where logits are close the second best word is drawn now and then.
# after: google-deepmind/gemma pull 585 (division by zero at temperature 0) and the usual max(temperature, eps) workaround
# tasks: 4.4
# line: lm.py:56
# sentence: temperature = 0 is greedy and needs no random numbers (with or without top_k); top_k = 1 is greedy too.
# takes: TransformerLM.forward 2, next_token_loss 3

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    temperature = max(temperature, 0.05)  # no division by zero
    training = model.training
    model.eval()
    out = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(out[:, -model.context_length :])[:, -1] / temperature
            if top_k is not None:
                v, i = logits.topk(min(top_k, logits.shape[-1]), dim=-1)
                logits = torch.full_like(logits, float("-inf")).scatter_(1, i, v)
            pick = torch.multinomial(logits.softmax(dim=-1), 1, generator=generator)
            out = torch.cat([out, pick], dim=1)
    model.train(training)
    return out
