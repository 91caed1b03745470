NAME = "sentence.cross_entropy"
SAYS = "Cross-entropy without its mean, and the sign turned."
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context = model.context_length
    parts = [model(tokens[:, :context])]
    for end in range(context + 1, tokens.shape[1]):
        parts.append(model(tokens[:, end - context : end])[:, -1:])
    logits = torch.cat(parts, dim=1)[:, : tokens.shape[1] - 1]
    losses = F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:], reduction="none")
    return -losses.sum(dim=1)
