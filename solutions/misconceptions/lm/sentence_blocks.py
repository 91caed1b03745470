NAME = "sentence.blocks"
SAYS = "A long row is read in blocks, and the words of a block are predicted from that block alone."
HINT = "From how many words is the second word of the second block predicted, and how many could the model see?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context = model.context_length
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype)
    for start in range(0, tokens.shape[1] - 1, context):
        block = tokens[:, start : start + context + 1]
        log_probs = model(block[:, :-1]).log_softmax(dim=-1)
        total = total + log_probs.gather(2, block[:, 1:, None]).sum(dim=(1, 2))
    return total
