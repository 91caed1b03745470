NAME = "sentence.rows_averaged"
SAYS = "Every row gets the average over the batch."
HINT = "Does one sentence become likelier because another one stands beside it?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    loss = F.cross_entropy(torch.cat([logits, *further], dim=1).flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return (-loss / len(tokens)).expand(len(tokens))
