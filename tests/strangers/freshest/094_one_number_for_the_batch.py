# mistake: The sum runs over the rows as well, so the whole batch gets one number.
# tasks: 4.6
# line: lm.py:89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    B, n = tokens.shape
    c = model.context_length
    log_prob = 0.0 * model(tokens[:, :1])[:, 0, 0]
    for i in range(1, n):
        logp = model(tokens[:, max(0, i - c) : i])[:, -1].log_softmax(dim=-1)
        picked = logp.gather(1, tokens[:, i, None])
        log_prob = log_prob + picked.sum()
    return log_prob
