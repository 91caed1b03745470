# The words as the second dimension, as the module takes them.
# 4.3

# ===== lm.py =====


def next_token_loss(logits, tokens):
    criterion = nn.CrossEntropyLoss(reduction="mean")
    return criterion(logits.mT[..., :-1], tokens[..., 1:])
