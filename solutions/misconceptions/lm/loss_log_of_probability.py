NAME = "loss.log_of_probability"
SAYS = "The probability is rounded to 0 before its logarithm is taken, so a sure and wrong model pays infinity."
HINT = "What is log(softmax) when the other logits are hundreds larger?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None])).mean()
