# one call for the beginning, one for all full windows by unfold
# 4.6

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    c = model.context_length
    first = model(tokens[:, :c]).log_softmax(-1)
    head = tokens[:, 1 : c + 1]
    total = first[:, : head.shape[1]].gather(-1, head[..., None]).sum((1, 2))
    if tokens.shape[1] > c + 1:
        windows = tokens[:, 1:-1].unfold(1, c, 1)
        last = model(windows.reshape(-1, c))[:, -1].log_softmax(-1)
        total = total + last.gather(-1, tokens[:, c + 1 :].reshape(-1, 1)).view(len(tokens), -1).sum(1)
    return total
