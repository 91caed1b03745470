# mistake: A long row is cut to its last words, so the earlier ones cost nothing.
# tasks: 4.6
# line: lm.py:83

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    tokens = tokens[:, -model.context_length :]
    logp = model(tokens).log_softmax(-1)
    picked = torch.gather(logp[:, :-1], 2, tokens[:, 1:].unsqueeze(-1))
    return picked.squeeze(-1).sum(dim=1)
