# mistake: The log-softmax goes over dimension 1, the places of the window, instead of over the words of the vocabulary.
# tasks: 4.6
# line: lm.py:88

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    context = model.context_length
    answer = model(tokens[:, :1])[:, -1, 0] * 0  # (B,) zeros of the right dtype
    for i in range(1, tokens.shape[1]):
        begin = max(0, i - context)
        logits = model(tokens[:, begin:i])
        log_probs = F.log_softmax(logits, dim=1)
        word = tokens[:, i].unsqueeze(1)
        answer = answer + log_probs[:, -1].gather(1, word).squeeze(1)
    return answer
