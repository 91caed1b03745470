# mistake: The sum is divided by the rows alone.
# tasks: 4.3
# line: lm.py:43

# ===== lm.py =====


def next_token_loss(logits, tokens):
    loss = 0.0
    for row_logits, row in zip(logits, tokens):
        loss = loss + F.cross_entropy(row_logits[:-1], row[1:], reduction="sum")
    return loss / len(tokens)
