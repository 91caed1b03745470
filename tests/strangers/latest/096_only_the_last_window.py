# mistake: The row is cut to the last context_length words, so earlier words are not counted.
# tasks: 4.6
# line: lm.py:83

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    tokens = tokens[:, -model.context_length :]
    logp = F.log_softmax(model(tokens), dim=-1)
    picked = torch.gather(logp[:, :-1], 2, tokens[:, 1:].unsqueeze(2))
    return picked.squeeze(2).sum(dim=1)
