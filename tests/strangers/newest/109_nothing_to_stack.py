# mistake: A row of one word leaves an empty list, which cannot be stacked.
# tasks: 4.6
# line: lm.py:88

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    steps = []
    for i in range(1, tokens.shape[1]):
        context = tokens[:, max(0, i - model.context_length) : i]
        logp = F.log_softmax(model(context)[:, -1], dim=-1)
        steps.append(logp.gather(-1, tokens[:, i : i + 1]).squeeze(-1))
    return torch.stack(steps).sum(0)
