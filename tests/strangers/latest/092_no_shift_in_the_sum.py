# mistake: The log-probability of token i is read at place i itself instead of i - 1.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    n, C = tokens.shape[1], model.context_length
    total = torch.zeros(tokens.shape[0], dtype=model(tokens[:, :1]).dtype, device=tokens.device)
    for i in range(1, n):
        window = tokens[:, max(0, i + 1 - C) : i + 1]
        logp = model(window)[:, -1].log_softmax(-1)
        total = total + logp[torch.arange(len(tokens)), tokens[:, i]]
    return total
