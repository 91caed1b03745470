# mistake: A long row is cut into separate chunks, so the first word of each chunk is never predicted and the others see too little; each word is predicted from the last context_length words before it.
# tasks: 4.6
# line: lm.py:83, 85

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    pieces = tokens.split(model.context_length, dim=1)
    sums = []
    for piece in pieces:
        log_probs = F.log_softmax(model(piece)[:, :-1], dim=-1)
        picked = log_probs.gather(-1, piece[:, 1:].unsqueeze(-1)).squeeze(-1)
        sums.append(picked.sum(dim=1))
    return torch.stack(sums).sum(dim=0)
