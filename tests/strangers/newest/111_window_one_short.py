# mistake: The window holds one word fewer than the context.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    B, n = tokens.shape
    total = model(tokens[:, :1])[:, 0, 0] * 0
    for i in range(1, n):
        begin = max(0, i - model.context_length + 1)
        logits = model(tokens[:, begin:i])[:, -1]
        total = total - F.cross_entropy(logits, tokens[:, i], reduction="none")
    return total
