NAME = "loss.probability"
SAYS = "The mean of 1 − P is taken instead of the mean of −log P."
HINT = "What does a model pay that knows nothing about four words? It should be ln 4."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return 1 - probabilities.gather(-1, tokens[:, 1:, None]).mean()
