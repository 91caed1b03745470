# mistake: Probabilities are multiplied and the logarithm comes last, so a long or unlikely sentence becomes log 0.
# tasks: 4.6
# line: lm.py:87, 88, 89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    n = tokens.shape[1]
    prob = torch.ones_like(model(tokens[:, :1])[:, 0, 0])
    for i in range(1, n):
        start = max(0, i - model.context_length)
        p = F.softmax(model(tokens[:, start:i])[:, -1, :], dim=-1)
        prob = prob * p.gather(1, tokens[:, i].view(-1, 1)).view(-1)
    return prob.log()
