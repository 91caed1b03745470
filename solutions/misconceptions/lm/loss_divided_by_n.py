NAME = "loss.divided_by_n"
SAYS = "The sum is divided by B · n, although there are only B · (n − 1) predictions."
HINT = "How many predictions does a row of two tokens hold?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    total = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return total / tokens.numel()
