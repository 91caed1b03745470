# mistake: The sum is divided by B · n, the number of tokens. There are only B · (n − 1) predictions.
# tasks: 4.3
# line: lm.py:48

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    B, n = tokens.shape
    log_p = F.log_softmax(logits, dim=-1)
    total = 0.0
    for i in range(n - 1):
        following = tokens[:, i + 1]
        at_i = log_p[:, i, :]
        chosen = at_i.gather(1, following.unsqueeze(1)).squeeze(1)
        total = total - chosen.sum()
    return total / (B * n)
