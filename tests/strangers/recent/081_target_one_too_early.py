# mistake: In rows longer than the context, the words after the first window are looked up one place too early (the last word of the window instead of the one after it).
# tasks: 4.6
# line: lm.py:92

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    n = tokens.shape[1]
    L = model.context_length
    first = tokens[:, :L]
    log_p = F.log_softmax(model(first), dim=-1)
    following = tokens[:, 1 : first.shape[1]]
    total = log_p[:, :-1].gather(-1, following.unsqueeze(-1)).squeeze(-1).sum(dim=1)
    for i in range(L, n):
        window = tokens[:, i - L : i]
        last = F.log_softmax(model(window)[:, -1], dim=-1)
        word = tokens[:, i - 1 : i]
        total = total + last.gather(-1, word).squeeze(-1)
    return total
