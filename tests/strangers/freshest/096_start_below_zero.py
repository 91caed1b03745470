# mistake: The window's start is negative for the first words, which counts from the row's end and leaves it empty.
# tasks: 4.6
# line: lm.py:90

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    n = tokens.shape[1]
    c = model.context_length
    if n <= c:
        logp = model(tokens)[:, :-1].log_softmax(-1)
        return logp.gather(-1, tokens[:, 1:, None]).squeeze(-1).sum(-1)
    parts = []
    for i in range(1, n):
        context = tokens[:, i - c : i]
        logp = model(context)[:, -1].log_softmax(-1)
        parts.append(logp.gather(-1, tokens[:, i : i + 1]))
    return torch.cat(parts, dim=1).sum(dim=1)
