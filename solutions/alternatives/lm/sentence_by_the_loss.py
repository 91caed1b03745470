NAME = "sentence.by_the_loss"
SAYS = "The student's own next_token_loss, a window and a row at a time, times the number of predictions."
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    sums = []
    for row in tokens.split(1):
        first = row[:, : context + 1]
        logits = model(first[:, :context])
        if first.shape[1] > context:
            logits = torch.cat([logits, logits[:, -1:]], dim=1)  # one more place: the loss leaves the last out
        count = first.shape[1] - 1
        total = -count * next_token_loss(logits, first) if count else 0.0 * logits.sum()
        for i in range(context + 1, n):
            last = model(row[:, i - context : i])[:, -1:]
            total = total - next_token_loss(last.expand(1, 2, -1), row[:, i - 1 : i + 1])
        sums.append(total)
    return torch.stack(sums)
