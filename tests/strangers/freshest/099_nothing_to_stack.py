# mistake: A row of one word leaves the list empty, and an empty list cannot be stacked; it should give 0.
# tasks: 4.6
# line: lm.py:89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    c = model.context_length
    pieces = []
    for i in range(1, tokens.shape[1]):
        window = tokens[:, max(i - c, 0) : i]
        log_probs = F.log_softmax(model(window), dim=-1)[:, -1]
        pieces.append(log_probs.gather(1, tokens[:, i].unsqueeze(1)).squeeze(1))
    return torch.stack(pieces, dim=1).sum(dim=1)
