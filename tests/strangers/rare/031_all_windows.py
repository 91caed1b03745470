# One call up to the context, then all full windows in one batch.
# 4.6

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    (B, n), size = tokens.shape, model.context_length
    head = tokens[:, :size]
    logp = torch.log_softmax(model(head), dim=-1)
    answer = logp[:, :-1].gather(-1, head[:, 1:, None]).sum(dim=(1, 2))
    if n > size:
        windows = tokens[:, :-1].unfold(1, size, 1)
        last = model(windows.reshape(-1, size))[:, -1].log_softmax(-1)
        answer = answer + last.gather(-1, tokens[:, size:].reshape(-1, 1)).view(B, -1).sum(1)
    return answer
