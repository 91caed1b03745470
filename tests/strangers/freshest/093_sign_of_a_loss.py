# mistake: The sum has the sign of a loss: the minus in front of the cross-entropy is missing.
# tasks: 4.6
# line: lm.py:87, 88

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    total = 0 * model(tokens[:, :1])[:, 0, 0]
    for i in range(1, tokens.shape[1]):
        window = tokens[:, max(0, i - model.context_length) : i]
        logits = model(window)[:, -1]
        total = total + F.cross_entropy(logits, tokens[:, i], reduction="none")
    return total
