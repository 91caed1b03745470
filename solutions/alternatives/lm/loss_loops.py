NAME = "loss.loops"
SAYS = "One prediction at a time."
MODULE = "lm"


def next_token_loss(logits, tokens):
    total = logits.new_zeros(())
    B, n = tokens.shape
    for row in range(B):
        for place in range(n - 1):
            scores = logits[row, place]
            total = total + torch.logsumexp(scores, dim=0) - scores[tokens[row, place + 1]]
    return total / (B * (n - 1))
