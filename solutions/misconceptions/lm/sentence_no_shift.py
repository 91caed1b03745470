NAME = "sentence.no_shift"
SAYS = "The logits at place i are compared with token i, not with token i + 1."
HINT = "Which word do the logits at a place predict?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])
    further = [model(tokens[:, i - context + 1 : i + 1])[:, -1:] for i in range(context, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, :, None]).sum(dim=(1, 2))
