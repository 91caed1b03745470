# mistake: A long row is cut into blocks that know nothing of each other. Each word has to be predicted from the last context_length words before it.
# tasks: 4.6
# line: lm.py:86, 89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    c = model.context_length
    n = tokens.shape[1]
    parts = []
    for start in range(0, max(n - 1, 1), c):
        block = tokens[:, start : start + c]
        following = tokens[:, start + 1 : start + 1 + c]
        logits = model(block)[:, : following.shape[1]]
        logs = F.log_softmax(logits, dim=-1)
        picked = logs.gather(-1, following.unsqueeze(-1)).squeeze(-1)
        parts.append(picked.sum(dim=1))
    return torch.stack(parts).sum(dim=0)
