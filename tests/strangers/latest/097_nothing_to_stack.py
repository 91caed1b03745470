# mistake: A row of one word leaves an empty list, and torch.stack fails on it.
# tasks: 4.6
# line: lm.py:88

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    logs = []
    for i in range(1, tokens.size(1)):
        ctx = tokens[:, max(i - model.context_length, 0) : i]
        logits = model(ctx)[:, -1, :]
        logs.append(logits.gather(1, tokens[:, i, None])[:, 0] - logits.logsumexp(dim=-1))
    return torch.stack(logs, dim=0).sum(dim=0)
