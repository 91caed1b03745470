# mistake: The mean of the logarithms is returned, not their sum.
# tasks: 4.6
# line: lm.py:89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    rows = []
    for row in tokens:
        logs = [model(row[None, :1])[0, 0, 0] * 0]
        for i in range(1, len(row)):
            seen = row[:i][-model.context_length :]
            logs.append(F.log_softmax(model(seen[None])[0, -1], dim=0)[row[i]])
        rows.append(sum(logs) / max(len(row) - 1, 1))
    return torch.stack(rows)
