# mistake: In a window that starts later the place in the whole row is used.
# tasks: 4.6
# line: lm.py:87

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    total = torch.zeros_like(model(tokens[:, :1])[:, 0, 0])
    for i in range(1, tokens.shape[1]):
        window = tokens[:, max(0, i - model.context_length) : i]
        logp = F.log_softmax(model(window), dim=-1)
        total = total + logp[:, i - 1].gather(1, tokens[:, i].view(-1, 1)).view(-1)
    return total
