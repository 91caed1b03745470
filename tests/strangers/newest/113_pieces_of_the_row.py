# mistake: The row is cut into pieces that do not overlap: words lose what stands before them.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    C = model.context_length
    n = tokens.shape[1]
    parts = []
    for begin in range(0, n, C):
        piece = tokens[:, begin : begin + C + 1]
        logp = F.log_softmax(model(piece[:, :C]), dim=-1)[:, : piece.shape[1] - 1]
        parts.append(logp.gather(-1, piece[:, 1:, None]).sum(dim=(1, 2)))
    return sum(parts)
