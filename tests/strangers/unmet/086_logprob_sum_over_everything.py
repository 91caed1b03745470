# mistake: The sum runs over all rows of the batch too and gives one number. One log-probability for each row is asked for.
# tasks: 4.6
# line: lm.py:90

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    n = tokens.shape[1]
    c = model.context_length
    log_p = torch.zeros_like(model(tokens[:, :1])[:, 0, 0])
    for i in range(1, n):
        window = tokens[:, max(0, i - c) : i]
        predicted = torch.log_softmax(model(window)[:, -1], dim=-1)
        word = predicted.gather(1, tokens[:, i : i + 1])
        log_p = log_p + word.sum()
    return log_p
