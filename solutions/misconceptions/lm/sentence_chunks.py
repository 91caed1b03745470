NAME = "sentence.chunks"
SAYS = "A long row is cut into pieces that know nothing of each other."
HINT = "From how many words is the first word of the second piece predicted?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype)
    for part in tokens.split(model.context_length, dim=1):
        log_probs = model(part)[:, :-1].log_softmax(dim=-1)
        total = total + log_probs.gather(2, part[:, 1:, None]).sum(dim=(1, 2))
    return total
