NAME = "sentence.windows_in_one_batch"
SAYS = "All windows of a long row go through the model together."
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, (rows, n) = model.context_length, tokens.shape
    head = tokens[:, : min(n, context + 1)]
    log_probs = F.log_softmax(model(head[:, :context]), dim=-1)[:, : head.shape[1] - 1]
    total = log_probs.gather(-1, head[:, 1:].unsqueeze(-1)).squeeze(-1).sum(-1)
    if n > context + 1:
        windows = tokens[:, 1:].unfold(1, context, 1)[:, :-1]  # (rows, n - context - 1, context)
        last = F.log_softmax(model(windows.reshape(-1, context))[:, -1], dim=-1).view(rows, -1, log_probs.shape[-1])
        total = total + last.gather(-1, tokens[:, context + 1 :].unsqueeze(-1)).squeeze(-1).sum(-1)
    return total
