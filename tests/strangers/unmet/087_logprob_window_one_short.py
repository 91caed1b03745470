# mistake: The window starts one place too late, so a word in a long row is predicted from context_length − 1 words. It has to be the last context_length words before it.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    B, n = tokens.shape
    total = 0.0 * model(tokens[:, :1])[:, 0, 0]
    for i in range(1, n):
        first = max(0, i - model.context_length + 1)
        context = tokens[:, first:i]
        logits = model(context)[:, -1, :]
        total = total - F.cross_entropy(logits, tokens[:, i], reduction="none")
    return total
