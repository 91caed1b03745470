NAME = "loss.unstable"
SAYS = "exp and log are applied to the logits as they are, which overflows for large ones."
HINT = "What is exp(1000)? Only differences of logits matter: which number may you subtract?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    weights = torch.exp(logits[:, :-1])
    probabilities = weights / weights.sum(dim=-1, keepdim=True)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None])).mean()
