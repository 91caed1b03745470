# sentence_log_prob takes all windows of a long row at once, unfolded into one batch.

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    b, n = tokens.shape
    c = model.context_length
    first = model(tokens[:, :c]).log_softmax(dim=-1)
    known = tokens[:, 1 : c + 1]
    total = first[:, : known.shape[1]].gather(-1, known[..., None])[..., 0].sum(dim=-1)
    if n > c + 1:
        windows = tokens[:, 1:-1].unfold(1, c, 1)
        later = model(windows.reshape(-1, c))[:, -1].log_softmax(dim=-1).view(b, n - c - 1, -1)
        total = total + later.gather(-1, tokens[:, c + 1 :, None])[..., 0].sum(dim=-1)
    return total
