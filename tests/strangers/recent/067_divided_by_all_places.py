# mistake: The sum is divided by B * n, though there are only n - 1 predictions in a row; the task asks for the mean over B(n - 1).
# tasks: 4.3
# line: lm.py:46

# ===== lm.py =====


def next_token_loss(logits, tokens):
    B, n = tokens.shape
    log_p = F.log_softmax(logits, dim=-1)
    total = 0.0
    for i in range(n - 1):
        right_word = tokens[:, i + 1].unsqueeze(-1)
        total = total - log_p[:, i].gather(-1, right_word).sum()
    return total / (B * n)
