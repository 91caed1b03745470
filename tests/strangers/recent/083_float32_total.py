# mistake: The total is made in float32 and added to in place, so a float64 model gives a float32 result; what comes out must have the dtype of the model's floats.
# tasks: 4.6
# line: lm.py:85, 89

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    B, n = tokens.shape
    rows = torch.arange(B, device=tokens.device)
    total = torch.zeros(B, device=tokens.device)
    for i in range(1, n):
        window = tokens[:, max(0, i - model.context_length) : i]
        log_p = torch.log_softmax(model(window)[:, -1], dim=-1)
        total += log_p[rows, tokens[:, i]]
    return total
