# mistake: The log-softmax runs over the rows of the batch (dimension 0) instead of the words.
# tasks: 4.6
# line: lm.py:87

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    rows = torch.arange(tokens.shape[0], device=tokens.device)
    score = torch.zeros(len(rows), dtype=model(tokens[:, :1]).dtype, device=tokens.device)
    for i in range(1, tokens.shape[1]):
        seen = tokens[:, :i][:, -model.context_length :]
        logp = F.log_softmax(model(seen)[:, -1], dim=0)
        score = score + logp[rows, tokens[:, i]]
    return score
