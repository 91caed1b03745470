# mistake: The logits at a place are asked for the word at that place, not the next.
# tasks: 4.6
# line: lm.py:86

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    n, context = tokens.shape[1], model.context_length
    first = model(tokens[:, :context])
    logp = torch.log_softmax(first, dim=-1)
    scores = logp.gather(2, tokens[:, :context, None])[:, 1:, 0]
    total = scores.sum(dim=1)
    for i in range(context, n):
        last = torch.log_softmax(model(tokens[:, i - context : i])[:, -1], dim=-1)
        total = total + last.gather(1, tokens[:, i, None])[:, 0]
    return total
