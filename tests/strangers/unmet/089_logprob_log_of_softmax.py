# mistake: The logarithm is taken of a softmax, which is 0 where logits are hundreds apart, so the result is −∞. It has to be the right finite number.
# tasks: 4.6
# line: lm.py:88, 90

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    length = tokens.shape[-1]
    limit = model.context_length
    result = model(tokens[:, :1]).sum(dim=(1, 2)) * 0
    for i in range(1, length):
        history = tokens[:, :i][:, -limit:]
        probabilities = torch.softmax(model(history)[:, -1, :], dim=-1)
        p_word = probabilities.gather(-1, tokens[:, i].unsqueeze(-1))[:, 0]
        result = result + torch.log(p_word)
    return result
