# mistake: Each loss is turned into a Python float before it is added, so the result has no gradient.
# tasks: 4.3
# line: lm.py:45, 46

# ===== lm.py =====


def next_token_loss(logits, tokens):
    B, n = tokens.shape
    total = 0.0
    for b in range(B):
        for i in range(n - 1):
            logp = F.log_softmax(logits[b, i], dim=-1)
            total += -logp[tokens[b, i + 1]].item()
    return torch.tensor(total / (B * (n - 1)), dtype=logits.dtype)
