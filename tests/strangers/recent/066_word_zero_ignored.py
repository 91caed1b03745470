# mistake: Word 0 is treated as padding and left out of the loss; every one of the B(n - 1) predictions counts.
# tasks: 4.3
# line: lm.py:45

# ===== lm.py =====


def next_token_loss(logits, tokens):
    predicted = logits[:, :-1, :]
    wanted = tokens[:, 1:]
    loss = F.cross_entropy(
        predicted.reshape(-1, predicted.size(-1)),
        wanted.reshape(-1),
        ignore_index=0,
    )
    return loss
