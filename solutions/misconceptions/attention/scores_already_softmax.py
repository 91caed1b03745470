NAME = "scores.already_softmax"
SAYS = "The softmax is applied already; this task asks for the scores before it."
HINT = "Do your scores sum to 1 in each row? Which task turns scores into weights?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1]), dim=-1)
