NAME = "loss.row_by_row"
SAYS = "The mean of each row's own loss."
MODULE = "lm"


def next_token_loss(logits, tokens):
    loss = 0
    for row in range(tokens.shape[0]):
        loss = loss + F.cross_entropy(logits[row, :-1], tokens[row, 1:])
    return loss / tokens.shape[0]
