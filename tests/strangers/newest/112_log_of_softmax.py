# mistake: The logarithm of the softmax is minus infinity for a very unlikely word.
# tasks: 4.6
# line: lm.py:87

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    size = model.context_length
    answer = torch.zeros_like(model(tokens[:, :1])[:, 0, 0])
    for i in range(1, tokens.shape[1]):
        logits = model(tokens[:, :i][:, -size:])[:, -1, :]
        log_probs = torch.log(torch.softmax(logits, dim=-1))
        answer = answer + log_probs[torch.arange(len(tokens)), tokens[:, i]]
    return answer
