# mistake: The window holds context_length - 1 words, one less than the model may see.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    c = model.context_length
    logps = [0.0 * model(tokens[:, :1])[:, -1, 0]]
    for i in range(1, tokens.shape[1]):
        begin = max(0, i - (c - 1)) if c > 1 else i - 1
        logits = model(tokens[:, begin:i])[:, -1]
        logps.append(-F.cross_entropy(logits, tokens[:, i], reduction="none"))
    return torch.stack(logps).sum(0)
