NAME = "loss.log_of_mean"
SAYS = "The logarithm is taken of the mean probability instead of the mean of the logarithms."
HINT = "In which order do the mean and the logarithm come?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None]).mean())
