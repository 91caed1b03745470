# mistake: The window ends with the word that is to be predicted, so its own place is asked for it.
# tasks: 4.6
# line: lm.py:86, 87

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    B, n = tokens.shape
    total = torch.zeros(B, dtype=torch.float64, device=tokens.device)
    for i in range(1, n):
        lo = max(0, i + 1 - model.context_length)
        logits = model(tokens[:, lo : i + 1])[:, -1]
        total += torch.log_softmax(logits, dim=-1)[torch.arange(B), tokens[:, i]].double()
    return total.to(model(tokens[:, :1]).dtype)
